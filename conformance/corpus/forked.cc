#include "conformance/corpus/forked.h"

#include <exception>
#include <filesystem>
#include <new>

#include "conformance/run/worker_pool.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"

namespace etalon {

namespace {

// What a piece of work gives, or the error that it throws: the kind in the first byte.
constexpr char no_error = '\0';

std::string error_bytes(ErrorKind kind, const std::string& sentence) {
  return static_cast<char>(static_cast<int>(kind) + 1) + sentence;
}

[[noreturn]] void rethrow(char kind, const std::string& sentence) {
  switch (static_cast<ErrorKind>(kind - 1)) {
    case ErrorKind::InvalidModel:
      throw InvalidModel("{}", sentence);
    case ErrorKind::InvalidInput:
      throw InvalidInput("{}", sentence);
    case ErrorKind::Unspecified:
      throw Unspecified("{}", sentence);
    case ErrorKind::Unsupported:
      throw Unsupported("{}", sentence);
    case ErrorKind::LimitExceeded:
      throw LimitExceeded("{}", sentence);
    default:
      throw InternalError("{}", sentence);
  }
}

class Pieces : WorkerPool {
 public:
  Pieces(size_t items, const std::function<std::string(size_t)>& work,
         const std::function<void()>& on_done)
      : work_(work), on_done_(on_done), results_(items) {}

  std::vector<std::string> results(unsigned jobs) {
    start(jobs);
    while (done_ < results_.size()) go_on();
    return std::move(results_);
  }

 private:
  std::string answer(uint32_t item) override {
    try {
      return no_error + work_(item);
    } catch (const Error& error) {
      return error_bytes(error.kind(), error.what());
    } catch (const std::filesystem::filesystem_error& problem) {
      return error_bytes(ErrorKind::InvalidInput,
                         problem.path1().string() + ": " + problem.code().message());
    } catch (const std::bad_alloc&) {
      return error_bytes(ErrorKind::LimitExceeded, out_of_memory());
    } catch (const std::exception& problem) {
      return error_bytes(ErrorKind::InternalError, problem.what());
    }
  }

  std::vector<uint32_t> next(const Worker& worker) override {
    if (!worker.outstanding().empty() || next_ == results_.size()) return {};
    return {next_++};
  }
  void take(uint32_t item, const std::string& answer) override {
    const std::string text = answer.substr(1);
    if (answer[0] != no_error) rethrow(answer[0], text);
    results_.at(item) = text;
    ++done_;
    if (on_done_) on_done_();
  }
  void lose(uint32_t, const End& end) override {
    throw InternalError("a process died ({}); {} of {} pieces are done", end.how, done_,
                        results_.size());
  }
  void give_back(const std::deque<uint32_t>&) override {}
  double allowance(uint32_t) const override { return 1e8; }  // years

  const std::function<std::string(size_t)>& work_;
  const std::function<void()>& on_done_;
  std::vector<std::string> results_;
  uint32_t next_ = 0;
  size_t done_ = 0;
};

}  // namespace

std::vector<std::string> forked(size_t items, unsigned jobs,
                                const std::function<std::string(size_t)>& work,
                                const std::function<void()>& on_done) {
  if (jobs > 1 && items > 1) return Pieces(items, work, on_done).results(jobs);
  std::vector<std::string> results(items);
  for (size_t item = 0; item < items; ++item) {
    results[item] = work(item);
    if (on_done) on_done();
  }
  return results;
}

}  // namespace etalon
