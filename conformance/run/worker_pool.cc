#include "conformance/run/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <thread>

namespace etalon {

void WorkerPool::start(size_t jobs) {
  for (size_t i = 0; i < jobs; ++i) add_worker();
}

void WorkerPool::add_worker() {
  try {
    workers_.push_back(std::make_unique<Worker>(answer_));
  } catch (const Error& refusal) {
    refused(refusal);
  }
}

bool WorkerPool::all_idle() const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [](const auto& worker) { return worker->outstanding().empty(); });
}

void WorkerPool::go_on() {
  for (const auto& worker : workers_) {
    if (worker->outstanding().size() <= few_waiting) worker->send(next(*worker));
  }
  pause_if_all_busy();
  wait();
  for (size_t i = workers_.size(); i-- > 0;) end_if_overdue(i);
}

// Lets answers gather: to be woken for each would take the processor from a worker.
void WorkerPool::pause_if_all_busy() const {
  const bool busy = std::all_of(workers_.begin(), workers_.end(), [](const auto& worker) {
    return worker->outstanding().size() > few_waiting;
  });
  if (busy) std::this_thread::sleep_for(std::chrono::microseconds(200));
}

void WorkerPool::wait() {
  std::vector<pollfd> polls;
  for (const auto& worker : workers_) polls.push_back({worker->descriptor(), POLLIN, 0});
  polls.push_back({stop_, POLLIN, 0});
  if (poll(polls.data(), polls.size(), milliseconds_to_deadline()) < 0 && errno != EINTR) {
    throw InternalError("waiting for the workers failed");
  }
  stopped_ = polls.back().revents != 0;
  for (size_t i = workers_.size(); i-- > 0;) {
    if (polls[i].revents != 0) receive(i);
  }
}

WorkerPool::Clock::time_point WorkerPool::deadline(const Worker& worker) const {
  const std::chrono::duration<double> time(allowance(worker.outstanding().front()));
  return worker.begun() + std::chrono::duration_cast<Clock::duration>(time);
}

int WorkerPool::milliseconds_to_deadline() const {
  constexpr int longest = 200;
  Clock::duration least = std::chrono::milliseconds(longest);
  for (const auto& worker : workers_) {
    if (!worker->outstanding().empty()) least = std::min(least, deadline(*worker) - Clock::now());
  }
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(least).count();
  return static_cast<int>(std::max<int64_t>(whole, 0));
}

void WorkerPool::receive(size_t worker) {
  const std::deque<uint32_t> sent = workers_[worker]->outstanding();
  const Worker::Arrival arrival = workers_[worker]->receive();
  for (size_t i = 0; i < arrival.results.size(); ++i) take(sent[i], arrival.results[i]);
  if (!arrival.alive) replace(worker, {workers_[worker]->end_report()});
}

void WorkerPool::end_if_overdue(size_t worker) {
  Worker& busy = *workers_[worker];
  if (busy.outstanding().empty() || Clock::now() < deadline(busy)) return;
  busy.kill();
  const double seconds = allowance(busy.outstanding().front());
  replace(worker, {fmt::format("no result after {:g} s", seconds), true});
}

void WorkerPool::replace(size_t worker, End end) {
  const std::unique_ptr<Worker> ended = std::move(workers_[worker]);
  workers_.erase(workers_.begin() + static_cast<ptrdiff_t>(worker));
  std::deque<uint32_t> open = ended->outstanding();
  if (!open.empty()) {
    end.seconds = std::chrono::duration<double>(Clock::now() - ended->begun()).count();
    lose(open.front(), end);
    open.pop_front();
  }
  give_back(open);
  add_worker();
}

}  // namespace etalon
