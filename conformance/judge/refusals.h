// Refusals that the specification permits: where the atlas of open points says "or a refusal".
#pragma once

#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

// Those of the points whose rule in data/open_points permits a refusal, as well as a result.
std::vector<std::string> refusable(const std::vector<std::string>& points);

// Those that an evaluation of the model meets, also where Etalon itself refuses.
std::vector<std::string> permitted_refusals(const BoundModel& model, const Bindings& inputs,
                                            const Options& options, const Choices& choices = {});

}  // namespace etalon
