#include "conformance/campaign/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <thread>

#include "conformance/campaign/campaign_worker.h"
#include "conformance/common/json.h"
#include "conformance/run/worker_pool.h"

namespace etalon {

using nlohmann::json;

namespace {

// A worker is given the position of a case in the shard; with this bit, it makes the case minimal.
constexpr uint32_t shrinking = 0x80000000;
// Cases that wait behind the one that a worker judges.
constexpr size_t most_waiting = 12;
// Cases that are judged while the first of them is not: behind a hang, for example.
constexpr uint64_t most_ahead = 100'000;
constexpr double seconds_of_shrinking = 900;
constexpr auto between_flushes = std::chrono::milliseconds(250);

json judgement_to_json(const CaseJudgement& judgement) {
  json written = {{"outcome", static_cast<int>(judgement.outcome)}};
  if (judgement.outcome == Outcome::finding) written["finding"] = to_json(judgement.finding);
  return written;
}

CaseJudgement judgement_from_json(const json& json) {
  CaseJudgement judgement;
  judgement.outcome = static_cast<Outcome>(json.at("outcome").get<int>());
  if (json.contains("finding")) judgement.finding = finding_from_json(json.at("finding"));
  return judgement;
}

class CampaignRun : WorkerPool {
 public:
  CampaignRun(const CampaignOptions& options, Journal& journal)
      : WorkerPool(options.stop),
        options_(options),
        journal_(journal),
        next_(journal.state().cases),
        limit_(cases_of_shard()),
        seconds_before_(journal.state().seconds) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    jobs_ = options.jobs == 0 ? cores : options.jobs;
    for (const FindingGroup& group : journal.state().groups) {
      if (!group.shrunk) to_shrink_.push_back(position_of(group.first));
    }
  }

  bool run() {
    if (has_work()) start(jobs_);
    while (!stopped() && !is_done()) {
      go_on();
      commit();
      if (options_.on_progress) options_.on_progress(journal_.state());
    }
    end();
    journal_.flush();
    return !stopped();
  }

 private:
  // ------------------------------------------------------------------------------------- numbers

  const CampaignKey& key() const { return journal_.state().key; }
  uint64_t number_of(uint64_t position) const { return position * key().shards + key().shard - 1; }
  uint32_t position_of(uint64_t number) const {
    return static_cast<uint32_t>(number / key().shards);
  }

  uint64_t cases_of_shard() const {
    constexpr uint64_t most = shrinking - 1;
    if (!options_.cases) return most;
    const uint64_t cases = *options_.cases;
    const uint64_t before = key().shard - 1;
    return cases <= before ? 0 : std::min((cases - before - 1) / key().shards + 1, most);
  }

  double seconds() const {
    return seconds_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  bool time_is_over() const { return options_.seconds > 0 && seconds() >= options_.seconds; }
  bool gives_cases() const { return next_ < limit_ && !time_is_over(); }
  bool has_work() const { return gives_cases() || !again_.empty() || !to_shrink_.empty(); }

  bool is_done() const { return !has_work() && all_idle(); }

  // ------------------------------------------------------------------------- in a worker process

  std::string answer(uint32_t word) override {
    if (!work_) work_ = std::make_unique<CampaignWorker>(options_);
    const uint64_t number = number_of(word & ~shrinking);
    json reply;
    try {
      if ((word & shrinking) != 0) {
        reply = {{"group", to_json(work_->shrink(number))}};
      } else {
        reply = {{"judgement", judgement_to_json(work_->judge(number))}};
      }
    } catch (const std::bad_alloc&) {
      reply = {{"problem", "out of memory"}};
    } catch (const std::exception& problem) {
      reply = {{"problem", problem.what()}};
    }
    return reply.dump(-1, ' ', false, json::error_handler_t::replace);
  }

  // --------------------------------------------------------------------------------- the workers

  std::vector<uint32_t> next(const Worker& worker) override {
    if (shrinks(worker)) return {};
    if (!to_shrink_.empty()) {
      const uint32_t position = to_shrink_.front();
      to_shrink_.pop_front();
      return {position | shrinking};
    }
    std::vector<uint32_t> words;
    while (words.size() < most_waiting && !again_.empty()) {
      words.push_back(again_.front());
      again_.pop_front();
    }
    while (words.size() < most_waiting && gives_cases() &&
           next_ < journal_.state().cases + most_ahead) {
      words.push_back(static_cast<uint32_t>(next_++));
    }
    return words;
  }

  // Nothing waits behind a shrinking, which takes long.
  static bool shrinks(const Worker& worker) {
    const auto& words = worker.outstanding();
    return std::any_of(words.begin(), words.end(),
                       [](uint32_t word) { return (word & shrinking) != 0; });
  }

  double allowance(uint32_t word) const override {
    return ((word & shrinking) != 0 ? seconds_of_shrinking : 60) + 30 * options_.backend.timeout;
  }

  void lose(uint32_t word, const End& end) override { lose(word, end.how); }

  void give_back(const std::deque<uint32_t>& words) override {
    for (const uint32_t word : words) {
      if ((word & shrinking) != 0) {
        to_shrink_.push_front(word & ~shrinking);
      } else {
        again_.push_back(word);
      }
    }
  }

  // ----------------------------------------------------------------------------------- results

  void take(uint32_t word, const std::string& text) override {
    const json reply = parse_json(text);
    if (reply.contains("problem")) {
      lose(word, reply.at("problem").get<std::string>());
    } else if (reply.contains("group")) {
      journal_.settle(group_from_json(reply.at("group")));
    } else {
      judged_[word] = judgement_from_json(reply.at("judgement"));
    }
  }

  // A case that Etalon itself cannot judge, or make minimal.
  void lose(uint32_t word, const std::string& how) {
    const uint32_t position = word & ~shrinking;
    problems_[position] = fmt::format("case {}: {}", number_of(position), how);
    if ((word & shrinking) == 0) {
      judged_[position] = {Outcome::undrawn, {}};
      return;
    }
    for (FindingGroup group : journal_.state().groups) {
      if (group.first != number_of(position)) continue;
      group.shrunk = true;
      group.sentence = fmt::format("it is not made minimal: {}", how);
      journal_.settle(group);
      break;
    }
    problems_.erase(position);
  }

  // Adds what is judged in the order of the numbers, so that a group's first case is the same for
  // any number of workers.
  void commit() {
    for (auto first = judged_.begin();
         first != judged_.end() && first->first == journal_.state().cases;
         first = judged_.erase(first)) {
      const size_t groups = journal_.state().groups.size();
      if (const auto problem = problems_.find(first->first); problem != problems_.end()) {
        journal_.problem(problem->second);
        problems_.erase(problem);
      }
      journal_.add(number_of(first->first), first->second, seconds());
      if (journal_.state().groups.size() > groups) to_shrink_.push_back(first->first);
    }
    if (Clock::now() < next_flush_) return;
    journal_.flush();
    next_flush_ = Clock::now() + between_flushes;
  }

  const CampaignOptions& options_;
  Journal& journal_;
  std::unique_ptr<CampaignWorker> work_;  // in a worker process
  size_t jobs_ = 1;
  uint64_t next_;   // the first position that is not given to a worker
  uint64_t limit_;  // of positions
  std::deque<uint32_t> again_;
  std::deque<uint32_t> to_shrink_;
  std::map<uint32_t, CaseJudgement> judged_;  // that are not committed
  std::map<uint32_t, std::string> problems_;  // of these
  const double seconds_before_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point next_flush_ = Clock::now() + between_flushes;
};

}  // namespace

bool run_campaign(const CampaignOptions& options, Journal& journal) {
  return CampaignRun(options, journal).run();
}

}  // namespace etalon
