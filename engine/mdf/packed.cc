#include "engine/mdf/packed.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

namespace etalon::mdf {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t width = sizeof(double);
constexpr std::uint8_t packed_whole = 0;  // subtypes of the binary value
constexpr std::uint8_t packed_real = 1;

template <class T>
T read_at(const std::vector<uint8_t>& bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * width, width);
  return value;
}

template <class T>
void append_to(std::vector<uint8_t>& bytes, T value) {
  const size_t end = bytes.size();
  bytes.resize(end + width);
  std::memcpy(bytes.data() + end, &value, width);
}

Json json_of(Number number) {
  return std::visit([](auto value) { return Json(value); }, number);
}

// The dimensions follow the numbers, and their count follows the dimensions.
Shape packed_shape(const Json& packed) {
  const std::vector<uint8_t>& bytes = packed.get_binary();
  const size_t last = bytes.size() / width - 1;
  const auto rank = read_at<uint64_t>(bytes, last);
  Shape shape;
  for (size_t axis = 0; axis < rank; ++axis) {
    shape.push_back(read_at<uint64_t>(bytes, last - rank + axis));
  }
  return shape;
}

}  // namespace

Tensor unpacked(const Json& packed) {
  const bool real = packed.get_binary().subtype() == packed_real;
  Tensor array = Tensor::unwritten(real ? DType::float64 : DType::int64, packed_shape(packed));
  const std::span<uint64_t> slots = array.mutable_slots<uint64_t>();
  std::memcpy(slots.data(), packed.get_binary().data(), slots.size_bytes());
  return array;
}

Json without_packed(const Json& json) {
  if (is_packed(json)) return "…";
  if (!json.is_structured()) return json;
  Json copy = json.is_array() ? Json::array() : Json::object();
  for (const auto& [key, item] : json.items()) {
    if (json.is_array()) {
      copy.push_back(without_packed(item));
    } else {
      copy.get_ref<Json::object_t&>().emplace_back(key, without_packed(item));
    }
  }
  return copy;
}

// std::from_chars knows no sign +, and gives nothing beyond float64's range.
double real_number(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('+') ? 1 : 0);
  double number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec == std::errc()) return number;
  return std::strtod(std::string(digits).c_str(), nullptr);
}

void ListBuilder::add(Number number) {
  if (!takes({})) {
    give_up();
    others_.push_back(json_of(number));
    return;
  }
  row_.clear();
  ++count_;
  const auto* real = std::get_if<double>(&number);
  is_real_.push_back(real != nullptr);
  if (real != nullptr) {
    append_to(bytes_, *real);
  } else {
    append_to(bytes_, std::get<int64_t>(number));
  }
}

void ListBuilder::add(Json item) {
  give_up();
  others_.push_back(std::move(item));
}

void ListBuilder::add(ListBuilder&& list) {
  if (!list.regular() || !takes(list.shape())) {
    give_up();
    others_.push_back(std::move(list).finish());
    return;
  }
  row_ = list.shape();
  ++count_;
  join(std::move(list));
}

void ListBuilder::append(ListBuilder&& list) {
  if (list.regular() && takes(list.row_)) {
    row_ = list.row_;
    count_ += list.count_;
    join(std::move(list));
    return;
  }
  give_up();
  list.give_up();
  std::move(list.others_.begin(), list.others_.end(), std::back_inserter(others_));
}

Json ListBuilder::finish() && {
  if (numbers() < packed_from) {
    give_up();
    return Json(std::move(others_));
  }
  const bool real = std::find(is_real_.begin(), is_real_.end(), true) != is_real_.end();
  for (size_t i = 0; real && i < is_real_.size(); ++i) {
    if (is_real_[i]) continue;
    const auto value = static_cast<double>(read_at<int64_t>(bytes_, i));
    std::memcpy(bytes_.data() + i * width, &value, width);
  }
  const Row dims = shape();
  for (const size_t dim : dims) append_to<uint64_t>(bytes_, dim);
  append_to<uint64_t>(bytes_, dims.size());
  return Json::binary(std::move(bytes_), real ? packed_real : packed_whole);
}

ListBuilder::Row ListBuilder::shape() const {
  Row shape = {count_};
  shape.insert(shape.end(), row_.begin(), row_.end());
  return shape;
}

void ListBuilder::join(ListBuilder&& list) {
  if (bytes_.empty()) {
    bytes_ = std::move(list.bytes_);
    is_real_ = std::move(list.is_real_);
    return;
  }
  bytes_.insert(bytes_.end(), list.bytes_.begin(), list.bytes_.end());
  is_real_.insert(is_real_.end(), list.is_real_.begin(), list.is_real_.end());
}

Json ListBuilder::item(size_t index) const {
  if (row_.empty()) {
    return is_real_[index] ? Json(read_at<double>(bytes_, index))
                           : Json(read_at<int64_t>(bytes_, index));
  }
  const size_t each = is_real_.size() / count_;
  const auto first = static_cast<std::ptrdiff_t>(index * each);
  const auto last = static_cast<std::ptrdiff_t>((index + 1) * each);
  constexpr auto step = static_cast<std::ptrdiff_t>(width);
  ListBuilder list;
  list.count_ = row_.front();
  list.row_.assign(row_.begin() + 1, row_.end());
  list.bytes_.assign(bytes_.begin() + first * step, bytes_.begin() + last * step);
  list.is_real_.assign(is_real_.begin() + first, is_real_.begin() + last);
  return std::move(list).finish();
}

void ListBuilder::give_up() {
  for (size_t i = 0; i < count_; ++i) others_.push_back(item(i));
  count_ = 0;
  bytes_.clear();
  is_real_.clear();
}

}  // namespace etalon::mdf
