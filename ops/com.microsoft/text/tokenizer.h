// How Tokenizer takes a string apart.
#pragma once

#include <list>
#include <memory>
#include <optional>

#include "engine/numerics/texts.h"

namespace etalon {

// TextParts of a string, which they do not copy.
using TextParts = Charged<std::string_view>;

class TokenPattern;  // a regular expression

class StringTokens {
 public:
  // Throws InvalidInput for attributes that do not fit.
  explicit StringTokens(const Call& call);
  ~StringTokens();
  // The tokens that count.
  TextParts of(std::string_view text) const;

 private:
  TextParts all_of(std::string_view text) const;

  int64_t least_;  // characters
  bool characters_ = false;
  std::unique_ptr<TokenPattern> tokenexp_;
  std::list<TokenPattern> separators_;
};

}  // namespace etalon
