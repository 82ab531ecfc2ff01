// For programs that evaluate on threads of their own and keep the values, such as a Python
// interpreter.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

namespace etalon {

// The last words of the error that a deadline causes (Limits::deadline).
inline constexpr std::string_view time_limit_exceeded = "the time limit is exceeded";

// At the end of its lifetime, this thread's memory budget is charged as it was at the beginning.
// Values that were made meanwhile and outlive it belong to the caller, who must release them within
// another KeptAccount, on any thread.
class KeptAccount {
 public:
  KeptAccount();
  ~KeptAccount();
  KeptAccount(const KeptAccount&) = delete;
  KeptAccount& operator=(const KeptAccount&) = delete;

 private:
  int64_t saved_;
};

// While it exists, evaluations of this thread call `look` where they check the deadline, at most
// once per interval. An exception of `look` ends the evaluation; one that is not a std::exception
// is passed on unchanged.
class Watch {
 public:
  explicit Watch(std::function<void()> look,
                 std::chrono::milliseconds interval = std::chrono::milliseconds(50));
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::function<void()> saved_;
  std::chrono::milliseconds saved_interval_;
};

}  // namespace etalon
