#include "conformance/run/runner.h"

#include <algorithm>
#include <deque>
#include <thread>

#include "conformance/cases/errata.h"
#include "conformance/common/json.h"
#include "conformance/run/backend.h"
#include "conformance/run/worker_pool.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

// Large enough that a worker seldom waits for its next case, small enough that few cases wait
// behind a slow one.
constexpr size_t largest_batch = 16;

bool is_failure(Status status) { return !as_expected(status) && status != Status::unsupported; }

class Run : WorkerPool {
 public:
  Run(const std::vector<Case>& cases, const RunOptions& options)
      : WorkerPool(options.stop),
        cases_(cases),
        options_(options),
        results_(cases.size()),
        ended_(cases.size(), false) {
    // A case may start two children before its own request.
    if (const Runtime* backend = options.judging.backend) allowance_ += 2 * backend->timeout();
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    jobs_ = std::min<size_t>(options.jobs == 0 ? cores : options.jobs, cases.size());
  }

  std::vector<CaseResult> results() {
    prepare();
    start(jobs_);
    while (!complete() && !stopped() && !workers().empty()) go_on();
    if (stopped()) return ended_results();
    end_open_cases();
    if (!stopped_early_) finish_workers();
    results_.resize(limit_);
    return std::move(results_);
  }

 private:
  std::string answer(uint32_t index) override {
    std::string bytes;
    nlohmann::json::to_msgpack(to_json(judged(index)), bytes);
    return bytes;
  }

  CaseResult judged(uint32_t index) const {
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
  }

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
    WorkerPool::end();
    std::vector<CaseResult> results;
    for (size_t i = 0; i < limit_; ++i) {
      if (ended_[i]) results.push_back(std::move(results_[i]));
    }
    return results;
  }

  void refused(const Error& refusal) override { report_problem(refusal.what()); }

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

  std::vector<uint32_t> next(const Worker& worker) override {
    const size_t left = again_.size() + (cases_.size() - next_);
    const size_t batch = std::clamp<size_t>(left / (2 * jobs_), 1, largest_batch);
    if (batch == 1 && !worker.outstanding().empty()) return {};
    std::vector<uint32_t> indices;
    for (; indices.size() < batch && !again_.empty(); again_.pop_front()) {
      indices.push_back(again_.front());
    }
    for (; indices.size() < batch && next_ < limit_; ++next_) {
      indices.push_back(static_cast<uint32_t>(next_));
    }
    return indices;
  }

  void take(uint32_t index, const std::string& answer) override {
    end(index, received(index, answer));
  }

  CaseResult received(uint32_t index, const std::string& text) const {
    try {
      return result_from_json(nlohmann::json::from_msgpack(text));
    } catch (const std::exception& problem) {
      return ended_as(index, Status::error,
                      fmt::format("the worker's result cannot be read: {}", problem.what()));
    }
  }

  void lose(uint32_t index, const End& end_of_worker) override {
    CaseResult result =
        ended_as(index, end_of_worker.overdue ? Status::timeout : Status::crash, end_of_worker.how);
    result.seconds = end_of_worker.seconds;
    end(index, std::move(result));
  }
  void give_back(const std::deque<uint32_t>& indices) override {
    again_.insert(again_.begin(), indices.begin(), indices.end());
  }
  double allowance(uint32_t) const override { return allowance_; }

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
    for (const auto& worker : workers()) {
      if (const auto report = worker->finish()) {
        report_problem("a worker process did not end cleanly: " + *report);
      }
    }
  }

  const std::vector<Case>& cases_;
  const RunOptions& options_;
  double allowance_ = options_.timeout;  // seconds that a worker has for one case
  size_t jobs_ = 1;
  std::vector<CaseResult> results_;
  std::vector<bool> ended_;
  std::deque<uint32_t> again_;      // sent to a worker that ended before it began them
  size_t next_ = 0;                 // the first case never sent
  size_t first_open_ = 0;           // every case before it has ended
  size_t limit_ = results_.size();  // cases from this one on are not run
  size_t done_ = 0;
  bool stopped_early_ = false;  // by fail_fast
};

}  // namespace

std::vector<CaseResult> run_cases(const std::vector<Case>& cases, const RunOptions& options) {
  return Run(cases, options).results();
}

}  // namespace etalon
