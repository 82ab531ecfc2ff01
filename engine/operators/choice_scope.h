// Records what the specification leaves open, and binds options of open points. Operators use
// choice.h.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/model.h"
#include "engine/values/evaluation.h"
#include "engine/values/open_mark.h"

namespace etalon {

// Bound options: of a point by its id ("MaxPool.nan"), or of all points with a name ("nan") that
// have the option.
using Choices = std::map<std::string, std::string, std::less<>>;

// For the lifetime of this object, evaluations on this thread follow the choices and, if they
// record, mark open elements in the sides of their results (engine/values/side.h).
enum class Recording { off, on };
struct ChoiceState;
class ChoiceScope {
 public:
  explicit ChoiceScope(Recording recording, Choices choices = {});
  ~ChoiceScope();

  // The ids of the points that results have met so far, marked or bound; sorted.
  std::vector<std::string> met() const;

 private:
  std::unique_ptr<ChoiceState> own_;
  const Setting<ChoiceState*> in_force_;
  const Setting<bool> resumed_{&Evaluation::paused, false};
};

// The marks of the ChoiceScope in force; nullptr if none is, or it does not record.
std::shared_ptr<const OpenMarks> recorded_marks();

// The following need a ChoiceScope. `point` is the name after the operator's: "nan" of
// "MaxPool.nan".

// The option that is bound for the point of the running node; nullptr if none of `options` is
// bound. Throws InvalidInput if the point is bound by its id to another option.
const std::string* bound_option(std::string_view point,
                                const std::vector<std::string_view>& options);
// Records that a result depends on the point.
void meet(std::string_view point);
// A mark of the point and the node in progress.
OpenMark mark_of(std::string_view point, Permits permits);
// 1 + the index of the mark among the recorded ones, where an equal one may be already. Needs a
// ChoiceScope that records.
int32_t add_mark(OpenMark mark);
// Y with marks of open elements; 0 in `marks` means decided. Y's own marks stay where `marks` has
// 0, and where they permit any value.
Tensor with_marks(const Tensor& Y, const std::vector<int32_t>& marks);

}  // namespace etalon
