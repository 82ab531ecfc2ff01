#include "conformance/equivalent/lengths.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include "conformance/common/usage_error.h"
#include "conformance/equivalent/interfaces.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

const ValueInfo* input_of(const Subject& subject, const std::string& name) {
  for (const ValueInfo& info : subject.graph().inputs) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

class Declaring {
 public:
  Declaring(Subject& before, Subject& after)
      : before_(before), after_(after), names_(interfaces(before.model(), after.model()).inputs) {}

  // Takes an axis out of the list.
  void take_axes(Dimensions& dimensions) {
    for (auto each = dimensions.begin(); each != dimensions.end();) {
      std::string name;
      size_t axis = 0;
      const bool of_axis = re2::RE2::FullMatch(each->first, R"((.+)\[(\d{1,3})\])", &name, &axis);
      const ValueInfo* input = of_axis ? input_of(before_, name) : nullptr;
      if (input == nullptr) {
        ++each;
        continue;
      }
      if (!input->type.shape || axis >= input->type.shape->size()) {
        throw UsageError(fmt::format("--dim {}: the input has no such axis", each->first));
      }
      declare(before_, "BEFORE", name, axis, each->second);
      declare_after(name, axis, each->second);
      each = dimensions.erase(each);
    }
  }

  void take_symbols(const Dimensions& dimensions) {
    for (const ValueInfo& input : before_.graph().inputs) {
      if (!input.type.shape) continue;
      for (size_t axis = 0; axis < input.type.shape->size(); ++axis) {
        const auto* symbol = std::get_if<std::string>(&(*input.type.shape)[axis]);
        const auto wanted = symbol == nullptr ? dimensions.end() : dimensions.find(*symbol);
        if (wanted != dimensions.end()) declare_after(input.name, axis, wanted->second);
      }
    }
  }

  std::vector<std::string> warnings() const { return warnings_; }

 private:
  void declare_after(const std::string& name, size_t axis, int64_t length) {
    for (const auto& [a, b] : names_) {
      if (a != name) continue;
      const ValueInfo* input = input_of(after_, b);
      const bool is_there = input != nullptr && input->type.shape &&
                            axis < input->type.shape->size() &&
                            std::holds_alternative<int64_t>((*input->type.shape)[axis]);
      if (is_there) declare(after_, "AFTER", b, axis, length);
    }
  }

  void declare(Subject& subject, const char* which, const std::string& name, size_t axis,
               int64_t length) {
    const Dim declared = (*input_of(subject, name)->type.shape)[axis];
    const auto* number = std::get_if<int64_t>(&declared);
    if (number != nullptr && *number == length) return;
    if (number != nullptr) {
      warnings_.push_back(
          fmt::format("warning: {} declares {} for axis {} of input {}; --dim takes {}", which,
                      *number, axis, in_quotes(name), length));
    }
    subject.declare_length(name, axis, length);
  }

  Subject &before_, &after_;
  const std::vector<std::pair<std::string, std::string>> names_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> declare_lengths(Subject& before, Subject& after, Dimensions& dimensions) {
  Declaring declaring(before, after);
  declaring.take_axes(dimensions);
  declaring.take_symbols(dimensions);
  return declaring.warnings();
}

}  // namespace etalon::equivalent
