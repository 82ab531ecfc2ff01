// Evaluating as an older release of ONNX meant it. Releases differ about some versions of operators
// without a new version to tell them apart; operators follow the specification unless one of these
// differences is in force. Each is an entry of data/errata.json and goes by its id.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace etalon {

using Differences = std::set<std::string, std::less<>>;

// Puts these differences, and no others, into force on this thread for its lifetime.
class AsReleased {
 public:
  explicit AsReleased(Differences differences);
  ~AsReleased();
  AsReleased(const AsReleased&) = delete;
  AsReleased& operator=(const AsReleased&) = delete;

 private:
  Differences differences_;
  const Differences* before_;
};

// True when the difference is in force on this thread.
bool as_released(std::string_view difference);

}  // namespace etalon
