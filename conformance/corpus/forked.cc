#include "conformance/corpus/forked.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>

#include "engine/loader/file.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon {

namespace {

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Pipe new_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) throw InternalError("no pipe: {}", std::strerror(errno));
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

bool write_all(int to, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(to, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

// False at the end.
bool read_all(int from, char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(from, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

// One piece's answer: its number, the kind of its error or `no_error`, and a text of `length`.
struct Head {
  uint32_t item;
  int32_t error;
  uint64_t length;
};
constexpr int32_t no_error = -1;

struct Answer {
  Head head;
  std::string text;
};

Answer answer_of(uint32_t item, const std::function<std::string(size_t)>& work) {
  Answer answer{{item, no_error, 0}, ""};
  try {
    answer.text = work(item);
  } catch (const Error& error) {
    answer.head.error = static_cast<int32_t>(error.kind());
    answer.text = error.what();
  } catch (const std::filesystem::filesystem_error& problem) {
    answer.head.error = static_cast<int32_t>(ErrorKind::InvalidInput);
    answer.text = problem.path1().string() + ": " + problem.code().message();
  } catch (const std::bad_alloc&) {
    answer.head.error = static_cast<int32_t>(ErrorKind::LimitExceeded);
    answer.text = out_of_memory();
  } catch (const std::exception& problem) {
    answer.head.error = static_cast<int32_t>(ErrorKind::InternalError);
    answer.text = problem.what();
  }
  answer.head.length = answer.text.size();
  return answer;
}

// Takes numbers from the queue that all children read, until it is empty.
[[noreturn]] void serve(int queue, int answers, const std::function<std::string(size_t)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  uint32_t item = 0;
  while (read_all(queue, reinterpret_cast<char*>(&item), sizeof item)) {
    const Answer answer = answer_of(item, work);
    if (!write_all(answers, reinterpret_cast<const char*>(&answer.head), sizeof answer.head) ||
        !write_all(answers, answer.text.data(), answer.text.size())) {
      break;
    }
  }
  _exit(0);
}

struct Child {
  pid_t pid = -1;
  FileDescriptor answers;
};

class Children {
 public:
  Children(size_t items, unsigned jobs, const std::function<std::string(size_t)>& work)
      : queue_(new_pipe()) {
    // All numbers fit into the pipe, and a read of four bytes takes one of them whole.
    constexpr size_t most_items = 16'000;
    if (items > most_items) throw InternalError("{} pieces of work are too many", items);
    for (uint32_t item = 0; item < items; ++item) {
      write_all(queue_.write.get(), reinterpret_cast<const char*>(&item), sizeof item);
    }
    for (unsigned job = 0; job < jobs; ++job) start(work);
    queue_.write = FileDescriptor();
  }
  ~Children() {
    for (Child& child : children_) end(child);
  }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  // The next answer of any child; nothing when all have ended.
  std::optional<Answer> next() {
    for (;;) {
      std::vector<pollfd> waiting;
      for (const Child& child : children_) {
        waiting.push_back({child.answers.valid() ? child.answers.get() : -1, POLLIN, 0});
      }
      bool any = false;
      for (const Child& child : children_) any = any || child.answers.valid();
      if (!any) return std::nullopt;
      if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
      for (size_t i = 0; i < waiting.size(); ++i) {
        if (waiting[i].revents == 0) continue;
        if (std::optional<Answer> answer = read_answer(children_[i])) return answer;
      }
    }
  }

 private:
  void start(const std::function<std::string(size_t)>& work) {
    Pipe answers = new_pipe();
    const pid_t pid = ::fork();
    if (pid < 0) throw InternalError("no process: {}", std::strerror(errno));
    if (pid == 0) {
      queue_.write = FileDescriptor();
      serve(queue_.read.get(), answers.write.get(), work);
    }
    children_.push_back({pid, std::move(answers.read)});
  }

  // Nothing when the child has ended.
  static std::optional<Answer> read_answer(Child& child) {
    Answer answer;
    if (read_all(child.answers.get(), reinterpret_cast<char*>(&answer.head), sizeof answer.head)) {
      answer.text.resize(answer.head.length);
      if (read_all(child.answers.get(), answer.text.data(), answer.text.size())) return answer;
    }
    child.answers = FileDescriptor();
    return std::nullopt;
  }

  static void end(Child& child) {
    ::kill(child.pid, SIGKILL);
    while (::waitpid(child.pid, nullptr, 0) < 0 && errno == EINTR) continue;
  }

  Pipe queue_;
  std::vector<Child> children_;
};

[[noreturn]] void rethrow(const Answer& answer) {
  switch (static_cast<ErrorKind>(answer.head.error)) {
    case ErrorKind::InvalidModel:
      throw InvalidModel("{}", answer.text);
    case ErrorKind::InvalidInput:
      throw InvalidInput("{}", answer.text);
    case ErrorKind::Unspecified:
      throw Unspecified("{}", answer.text);
    case ErrorKind::Unsupported:
      throw Unsupported("{}", answer.text);
    case ErrorKind::LimitExceeded:
      throw LimitExceeded("{}", answer.text);
    default:
      throw InternalError("{}", answer.text);
  }
}

}  // namespace

std::vector<std::string> forked(size_t items, unsigned jobs,
                                const std::function<std::string(size_t)>& work,
                                const std::function<void()>& on_done) {
  std::vector<std::string> results(items);
  size_t done = 0;
  if (jobs <= 1 || items <= 1) {
    for (size_t item = 0; item < items; ++item) {
      results[item] = work(item);
      if (on_done) on_done();
    }
    return results;
  }
  Children children(items, jobs, work);
  while (std::optional<Answer> answer = children.next()) {
    if (answer->head.error != no_error) rethrow(*answer);
    results.at(answer->head.item) = std::move(answer->text);
    ++done;
    if (on_done) on_done();
  }
  if (done != items) throw InternalError("a process died; {} of {} pieces are done", done, items);
  return results;
}

}  // namespace etalon
