#include "engine/interpreter/open_list.h"

#include <algorithm>

#include "engine/values/side.h"

namespace etalon {
namespace {

OpenElements& entry(std::vector<OpenElements>& list, const OpenMark& mark, size_t size) {
  const auto same = [&](const OpenElements& each) {
    return each.point == mark.point && each.node == mark.node && each.depends == mark.depends;
  };
  const auto found = std::find_if(list.begin(), list.end(), same);
  if (found != list.end()) return *found;
  return list.emplace_back(
      OpenElements{mark.point, mark.node, mark.depends, false, std::vector<uint8_t>(size)});
}

}  // namespace

std::vector<OpenElements> open_elements_of(const Tensor& X, const MarkTest& counts) {
  std::vector<OpenElements> list;
  const Side* side = X.side();
  if (!side || !side->marks) return list;
  const auto mark = [&](int32_t number) -> const OpenMark& {
    return side->marks->at(static_cast<size_t>(number - 1));
  };
  if (side->whole != 0) {
    OpenElements& all = entry(list, mark(side->whole), X.size());
    all.shape = true;
    std::fill(all.mask.begin(), all.mask.end(), uint8_t{1});
    return list;
  }
  if (!side->open) return list;
  const std::span<const int32_t> marks = side->open->slots<int32_t>();
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == 0 || (counts && !counts(mark(marks[i])))) continue;
    entry(list, mark(marks[i]), X.size()).mask[i] = 1;
  }
  return list;
}

}  // namespace etalon
