// Lists of a document that is being read. A long list of numbers, or of lists of numbers of equal
// shape, becomes one packed value of eight bytes a number; other lists stay lists. A packed value
// is nlohmann's binary kind, which neither JSON nor YAML can write.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/values/json.h"
#include "engine/values/tensor.h"

namespace etalon::mdf {

using Number = std::variant<int64_t, double>;

// Lists of fewer numbers are not packed: they may be something other than an array (a shape,
// indices).
inline constexpr size_t packed_from = 256;

inline bool is_packed(const nlohmann::ordered_json& json) { return json.is_binary(); }
// int64 when every number is whole, else float64.
Tensor unpacked(const nlohmann::ordered_json& packed);
// A copy in which each packed value is the text "…", for messages.
nlohmann::ordered_json without_packed(const nlohmann::ordered_json& json);

// The double that the decimal text says; beyond float64's range infinity or zero.
double real_number(std::string_view text);

class ListBuilder {
 public:
  void add(Number number);
  void add(nlohmann::ordered_json item);
  void add(ListBuilder&& list);
  // The items of `list` as items of this one.
  void append(ListBuilder&& list);

  // How many numbers there are; 0 unless the list holds nothing but numbers and lists of them, of
  // equal shapes.
  size_t numbers() const { return regular() ? is_real_.size() : 0; }
  nlohmann::ordered_json finish() &&;

 private:
  using Row = std::vector<size_t>;  // the shape of each item: empty for numbers

  bool regular() const { return others_.empty() && count_ > 0; }
  bool takes(const Row& row) const { return others_.empty() && (count_ == 0 || row == row_); }
  Row shape() const;
  void join(ListBuilder&& list);
  // The item at this place as a value of its own.
  nlohmann::ordered_json item(size_t index) const;
  // Turns the items into `others_`.
  void give_up();

  size_t count_ = 0;                            // of items, while they are regular
  Row row_;                                     // the shape of each item: empty for numbers
  std::vector<uint8_t> bytes_;                  // their numbers, eight bytes each: int64 or double
  std::vector<bool> is_real_;                   // which of the two, number by number
  std::vector<nlohmann::ordered_json> others_;  // the items, once they are not regular
};

}  // namespace etalon::mdf
