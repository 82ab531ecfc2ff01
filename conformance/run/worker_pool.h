// Worker processes that answer numbers with bytes. In place of one that ends, or takes too long,
// another one starts.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "conformance/run/worker.h"
#include "engine/values/errors.h"

namespace etalon {

class WorkerPool {
 public:
  using Clock = Worker::Clock;

  virtual ~WorkerPool() = default;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

 protected:
  // `stop`: a descriptor that can be read once the work has to stop; -1: none.
  explicit WorkerPool(int stop = -1) : stop_(stop) {}

  // What ended a worker: nothing but how, "killed by signal 11 …", or that it took too long.
  struct End {
    std::string how;
    bool overdue = false;
    double seconds = 0;  // since it began with the number
  };

  // Called in a worker process.
  virtual std::string answer(uint32_t number) = 0;
  // What a worker is to be sent, which has at most `few_waiting` numbers to answer.
  virtual std::vector<uint32_t> next(const Worker& worker) = 0;
  virtual void take(uint32_t number, const std::string& answer) = 0;
  // The number that a worker was busy with when it ended, and those that wait for another one.
  virtual void lose(uint32_t number, const End& end) = 0;
  virtual void give_back(const std::deque<uint32_t>& numbers) = 0;
  // How many seconds a worker has for a number.
  virtual double allowance(uint32_t number) const = 0;
  // The system refuses a process; without this, it is an InternalError.
  virtual void refused(const Error& refusal) { throw InternalError("{}", refusal.what()); }

  static constexpr size_t few_waiting = 4;

  void start(size_t jobs);
  // Feeds the workers, waits for answers, and ends workers that take too long.
  void go_on();
  // Ends the workers at once.
  void end() { workers_.clear(); }

  const std::vector<std::unique_ptr<Worker>>& workers() const { return workers_; }
  bool all_idle() const;
  bool stopped() const { return stopped_; }

 private:
  void add_worker();
  void pause_if_all_busy() const;
  void wait();
  int milliseconds_to_deadline() const;
  Clock::time_point deadline(const Worker& worker) const;
  void receive(size_t worker);
  void replace(size_t worker, End end);
  void end_if_overdue(size_t worker);

  const int stop_;
  const Worker::Answer answer_ = [this](uint32_t number) { return answer(number); };
  std::vector<std::unique_ptr<Worker>> workers_;
  bool stopped_ = false;
};

}  // namespace etalon
