#include "conformance/run/runner.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <memory>
#include <thread>

#include "conformance/cases/errata.h"
#include "conformance/common/json.h"
#include "conformance/run/backend.h"
#include "conformance/run/worker.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

using Clock = Worker::Clock;

// Large enough that a worker seldom waits for its next case, small enough that few cases wait
// behind a slow one.
constexpr size_t largest_batch = 16;
constexpr size_t low_water = 4;

bool is_failure(Status status) { return !as_expected(status) && status != Status::unsupported; }

class Run {
 public:
  Run(const std::vector<Case>& cases, const RunOptions& options)
      : cases_(cases), options_(options), results_(cases.size()), ended_(cases.size(), false) {
    // A case may start two children before its own request.
    if (const Runtime* backend = options.judging.backend) allowance_ += 2 * backend->timeout();
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    jobs_ = std::min<size_t>(options.jobs == 0 ? cores : options.jobs, cases.size());
    work_ = [this](uint32_t index) {
      try {
        if (options_.before_case) options_.before_case(cases_[index]);
        CaseResult result = judge(cases_[index], options_.judging);
        if (options_.after_case) options_.after_case(result);
        return result;
      } catch (const std::bad_alloc&) {
        return ended_as(index, Status::error, out_of_memory());
      } catch (const std::exception& problem) {
        return ended_as(index, Status::error, problem.what());
      }
    };
  }

  std::vector<CaseResult> results() {
    prepare();
    for (size_t i = 0; i < jobs_; ++i) workers_.push_back(started_worker());
    std::erase(workers_, nullptr);
    while (!complete() && !stopped_ && !workers_.empty()) {
      for (const auto& worker : workers_) feed(*worker);
      pause_if_busy();
      wait();
      std::erase(workers_, nullptr);
      for (auto& worker : workers_) stop_if_overdue(worker);
      std::erase(workers_, nullptr);
    }
    if (stopped_) return ended_results();
    end_open_cases();
    if (!stopped_early_) finish_workers();
    results_.resize(limit_);
    return std::move(results_);
  }

 private:
  // Makes what each worker would otherwise make for itself.
  void prepare() const {
    errata();
    constexpr size_t many = 500;  // of which most operators are used
    if (cases_.size() >= many) all_schemas();
  }

  CaseResult ended_as(uint32_t index, Status status, const std::string& message) const {
    CaseResult result = blank_result(cases_[index]);
    result.status = status;
    result.message = message;
    return result;
  }

  void report_problem(const std::string& problem) {
    if (!options_.on_problem) throw InternalError("{}", problem);
    options_.on_problem(problem);
  }

  // Ends the workers; with them end the backends that they started.
  std::vector<CaseResult> ended_results() {
    workers_.clear();
    std::vector<CaseResult> results;
    for (size_t i = 0; i < limit_; ++i) {
      if (ended_[i]) results.push_back(std::move(results_[i]));
    }
    return results;
  }

  // nullptr when the system refuses a process.
  std::unique_ptr<Worker> started_worker() {
    try {
      return std::make_unique<Worker>(work_);
    } catch (const Error& refusal) {
      report_problem(refusal.what());
      return nullptr;
    }
  }

  // Without workers, what is left cannot be judged.
  void end_open_cases() {
    for (size_t i = first_open_; i < limit_; ++i) {
      const auto index = static_cast<uint32_t>(i);
      if (!ended_[i]) end(index, ended_as(index, Status::error, "no worker process is left"));
    }
  }

  // True when every case before the limit has ended.
  bool complete() {
    while (first_open_ < limit_ && ended_[first_open_]) ++first_open_;
    return first_open_ >= limit_;
  }

  void feed(Worker& worker) {
    if (worker.outstanding().size() > low_water) return;
    const size_t left = again_.size() + (cases_.size() - next_);
    const size_t batch = std::clamp<size_t>(left / (2 * jobs_), 1, largest_batch);
    if (batch == 1 && !worker.outstanding().empty()) return;
    std::vector<uint32_t> indices;
    for (; indices.size() < batch && !again_.empty(); again_.pop_front()) {
      indices.push_back(again_.front());
    }
    for (; indices.size() < batch && next_ < limit_; ++next_) {
      indices.push_back(static_cast<uint32_t>(next_));
    }
    worker.send(indices);
  }

  // Lets results gather: to be woken for each would take the processor from a worker.
  void pause_if_busy() const {
    const bool busy = std::all_of(workers_.begin(), workers_.end(), [](const auto& worker) {
      return worker->outstanding().size() > low_water;
    });
    if (busy) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }

  void wait() {
    std::vector<pollfd> polls;
    for (const auto& worker : workers_) polls.push_back({worker->descriptor(), POLLIN, 0});
    polls.push_back({options_.stop, POLLIN, 0});
    if (poll(polls.data(), polls.size(), milliseconds_to_deadline()) < 0 && errno != EINTR) {
      throw InternalError("waiting for the workers failed");
    }
    stopped_ = polls.back().revents != 0;
    for (size_t i = 0; i < workers_.size(); ++i) {
      if (polls[i].revents != 0) receive(workers_[i]);
    }
  }

  void receive(std::unique_ptr<Worker>& worker) {
    const std::deque<uint32_t> sent = worker->outstanding();
    const Worker::Arrival arrival = worker->receive();
    for (size_t i = 0; i < arrival.results.size(); ++i) {
      end(sent[i], received(sent[i], arrival.results[i]));
    }
    if (!arrival.alive) replace(worker, Status::crash, worker->end_report());
  }

  CaseResult received(uint32_t index, const std::string& text) const {
    try {
      return result_from_json(nlohmann::json::from_msgpack(text));
    } catch (const std::exception& problem) {
      return ended_as(index, Status::error,
                      fmt::format("the worker's result cannot be read: {}", problem.what()));
    }
  }

  // Starts a new worker in place of one that has ended. The case it was judging gets this status
  // and message; the cases it had not begun are sent again.
  void replace(std::unique_ptr<Worker>& worker, Status status, const std::string& message) {
    std::deque<uint32_t> open = worker->outstanding();
    if (!open.empty()) {
      CaseResult result = ended_as(open.front(), status, message);
      const std::chrono::duration<double> took = Clock::now() - worker->begun();
      result.seconds = took.count();
      end(open.front(), std::move(result));
      open.pop_front();
    }
    again_.insert(again_.begin(), open.begin(), open.end());
    worker = started_worker();
  }

  void stop_if_overdue(std::unique_ptr<Worker>& worker) {
    if (worker->outstanding().empty() || Clock::now() < deadline(*worker)) return;
    worker->kill();
    replace(worker, Status::timeout, fmt::format("no result after {} s", allowance_));
  }

  Clock::time_point deadline(const Worker& worker) const {
    const std::chrono::duration<double> time(allowance_);
    return worker.begun() + std::chrono::duration_cast<Clock::duration>(time);
  }

  int milliseconds_to_deadline() const {
    constexpr int longest = 1000;
    Clock::duration least = std::chrono::milliseconds(longest);
    for (const auto& worker : workers_) {
      if (!worker->outstanding().empty()) least = std::min(least, deadline(*worker) - Clock::now());
    }
    const auto whole = std::chrono::ceil<std::chrono::milliseconds>(least).count();
    return static_cast<int>(std::max<int64_t>(whole, 0));
  }

  void end(uint32_t index, CaseResult ended) {
    const CaseResult& result = results_[index] = std::move(ended);
    ended_[index] = true;
    ++done_;
    if (options_.fail_fast && fails(result) && index + size_t{1} < limit_) {
      limit_ = index + size_t{1};
      stopped_early_ = true;
    }
    if (options_.on_result) options_.on_result(index, result);
    if (options_.on_progress) options_.on_progress(done_, cases_.size());
  }

  bool fails(const CaseResult& result) const {
    return options_.fails ? options_.fails(result) : is_failure(result.status);
  }

  void finish_workers() {
    for (const auto& worker : workers_) {
      if (const auto report = worker->finish()) {
        report_problem("a worker process did not end cleanly: " + *report);
      }
    }
  }

  const std::vector<Case>& cases_;
  const RunOptions& options_;
  Worker::Work work_;
  double allowance_ = options_.timeout;  // seconds that a worker has for one case
  size_t jobs_ = 1;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<CaseResult> results_;
  std::vector<bool> ended_;
  std::deque<uint32_t> again_;      // sent to a worker that ended before it began them
  size_t next_ = 0;                 // the first case never sent
  size_t first_open_ = 0;           // every case before it has ended
  size_t limit_ = results_.size();  // cases from this one on are not run
  size_t done_ = 0;
  bool stopped_early_ = false;  // by fail_fast
  bool stopped_ = false;        // by options_.stop
};

}  // namespace

std::vector<CaseResult> run_cases(const std::vector<Case>& cases, const RunOptions& options) {
  return Run(cases, options).results();
}

}  // namespace etalon
