#include "conformance/run/backend_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

#include "conformance/common/system.h"
#include "conformance/run/process_end.h"
#include "conformance/run/process_limits.h"
#include "conformance/run/supervisor.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon {

namespace {

using Clock = LineProcess::Clock;

constexpr size_t kept_words = 1 << 16;
constexpr auto moment = std::chrono::milliseconds(500);

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Pipe ends_of(const std::array<int, 2>& ends) {
  FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  return {above_standard(std::move(read)), above_standard(std::move(write))};
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw InternalError("cannot create a channel to a backend: {}", system_message(errno));
  }
  return ends_of(ends);
}

// A socket instead of a pipe: writing to a child that has ended must not raise a signal.
Pipe make_socket() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw InternalError("cannot create a channel to a backend: {}", system_message(errno));
  }
  return ends_of(ends);
}

void set_nonblocking(const FileDescriptor& file) {
  fcntl(file.get(), F_SETFL, fcntl(file.get(), F_GETFL) | O_NONBLOCK);
}

// A plain command replaces the shell, so that signals and the exit status are those of the command.
std::string in_place_of_shell(const std::string& command) {
  const std::string first = command.substr(0, command.find_first_of(" \t"));
  const bool plain = command.find_first_of(";&|<>(){}`$\n") == std::string::npos &&
                     first.find('=') == std::string::npos;
  return plain ? "exec " + command : command;
}

// Runs in the child between fork and exec, so it uses system calls only.
void take_pipes(int input, int output, int errors, uint64_t memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  limit_child(memory, true);
  volunteer_for_the_kill();
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
}

uint64_t memory_or_all(uint64_t max_memory) {
  return max_memory == 0 ? machine_data() : max_memory;
}

int milliseconds_until(Clock::time_point deadline) {
  constexpr int longest = 1000;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, longest));
}

}  // namespace

LineProcess::LineProcess(const std::string& command, uint64_t max_memory) {
  const std::string line = in_place_of_shell(command);
  const uint64_t memory = memory_or_all(max_memory);
  begin([&](int input, int output, int errors) {
    take_pipes(input, output, errors, memory);
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  });
}

LineProcess::LineProcess(const std::function<void()>& serve, uint64_t max_memory) {
  const uint64_t memory = memory_or_all(max_memory);
  begin([&](int input, int output, int errors) {
    take_pipes(input, output, errors, memory);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    // An exception must not return to what the starter was doing.
    [&]() noexcept { serve(); }();
    _exit(0);
  });
}

void LineProcess::begin(const std::function<void(int, int, int)>& become) {
  Pipe input = make_socket();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  struct stat child_end {};
  if (fstat(input.read.get(), &child_end) == 0) channel_ = child_end.st_ino;
  const pid_t starter = getpid();
  pid_ = fork();
  if (pid_ < 0) throw InternalError("cannot create a backend process: {}", system_message(errno));
  if (pid_ == 0) {
    fork_supervised(starter);
    become(input.read.get(), output.write.get(), errors.write.get());
  }
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
  set_nonblocking(input_);
  set_nonblocking(output_);
  set_nonblocking(errors_);
}

LineProcess::~LineProcess() {
  if (pid_ <= 0) return;
  input_ = FileDescriptor();
  reap(Clock::now() + moment);
}

void LineProcess::read_from(const FileDescriptor& from, std::string& into, bool& open) {
  std::array<char, 1 << 16> chunk;
  const ssize_t got = ::read(from.get(), chunk.data(), chunk.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got > 0) into.append(chunk.data(), static_cast<size_t>(got));
  open = got > 0;
}

void LineProcess::send_some() {
  const ssize_t sent = ::send(input_.get(), pending_.data(), pending_.size(), MSG_NOSIGNAL);
  if (sent > 0) pending_.erase(0, static_cast<size_t>(sent));
  // That the child has ended is noticed when its reply is read.
  if (sent >= 0 || errno == EAGAIN || errno == EINTR) return;
  refused_ = true;
  pending_.clear();
}

// Waits at most this long until something can be read or written, then reads and writes it.
void LineProcess::read_ready(int milliseconds) {
  std::array<pollfd, 3> polls = {{{output_open_ ? output_.get() : -1, POLLIN, 0},
                                  {errors_open_ ? errors_.get() : -1, POLLIN, 0},
                                  {pending_.empty() ? -1 : input_.get(), POLLOUT, 0}}};
  if (poll(polls.data(), polls.size(), milliseconds) <= 0) return;
  if (polls[0].revents != 0) read_from(output_, received_, output_open_);
  if (polls[1].revents != 0) read_from(errors_, words_, errors_open_);
  if (polls[2].revents != 0) send_some();
  if (words_.size() > kept_words) words_.erase(0, words_.size() - kept_words);
}

// Takes so many bytes from what has arrived, and one more where a line break follows them.
LineProcess::Reading LineProcess::taken(size_t size, bool line_break) {
  Reading reading{Outcome::line, received_.substr(0, size)};
  received_.erase(0, size + (line_break ? 1 : 0));
  return reading;
}

void LineProcess::send(const std::string& request) {
  words_.clear();
  refused_ = false;
  pending_ = request + "\n";
}

// Waits until `take` gives something of what has arrived.
template <class Take>
LineProcess::Reading LineProcess::wait_for(Take take, Clock::time_point deadline) {
  for (;;) {
    if (std::optional<Reading> reading = take()) return std::move(*reading);
    if (!output_open_) return {Outcome::gone, received_};
    if (Clock::now() >= deadline) return {Outcome::late, received_};
    read_ready(milliseconds_until(deadline));
    check_deadline();  // of the command, which a signal may end, too
  }
}

LineProcess::Reading LineProcess::receive(Clock::time_point deadline) {
  constexpr size_t shown = 200;
  const auto line = [&]() -> std::optional<Reading> {
    const size_t end = received_.find('\n');
    if (end != std::string::npos) return taken(end, true);
    if (received_.size() <= longest_line) return std::nullopt;
    return Reading{Outcome::flood, received_.substr(0, shown)};
  };
  return wait_for(line, deadline);
}

LineProcess::Reading LineProcess::receive_bytes(size_t count, Clock::time_point deadline) {
  const auto bytes = [&] {
    return received_.size() < count ? std::nullopt : std::optional(taken(count, false));
  };
  return wait_for(bytes, deadline);
}

LineProcess::Reading LineProcess::exchange(const std::string& request, std::string_view bytes,
                                           Clock::time_point deadline) {
  send(request);
  pending_ += bytes;
  return receive(deadline);
}

const std::string& LineProcess::words() {
  read_ready(0);
  return words_;
}

bool LineProcess::has_stray_output() {
  read_ready(0);
  return !received_.empty() || !output_open_;
}

// Of a socket whose other end is closed before all that was sent is read, the system says so.
bool LineProcess::took_request() const {
  int problem = 0;
  socklen_t size = sizeof problem;
  const bool asked = getsockopt(input_.get(), SOL_SOCKET, SO_ERROR, &problem, &size) == 0;
  return !refused_ && pending_.empty() && asked && problem != ECONNRESET;
}

MappedFiles LineProcess::mapped_files(bool says) const {
  return files_of_descendants(pid_, says, channel_);
}

// Waits until the deadline for the child to end by itself, then ends it and all that it started.
int LineProcess::reap(Clock::time_point deadline) {
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(pid_, &status, WNOHANG)) == 0 && Clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (ended == 0) ::kill(pid_, SIGTERM);
  while (ended == 0 && waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  return status;
}

std::string LineProcess::end_report(Clock::time_point deadline) {
  const int status = reap(std::min(deadline, Clock::now() + moment));
  while (errors_open_) {
    const size_t before = words_.size();
    read_ready(0);
    if (words_.size() == before) break;
  }
  const std::string words = key_line(words_);
  const bool in_order = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return exit_text(status) + (in_order ? " before it had replied" : "") +
         (words.empty() ? "" : ": " + words);
}

}  // namespace etalon
