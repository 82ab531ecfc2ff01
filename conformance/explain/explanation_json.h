// An operator version as JSON, for other programs.
#pragma once

#include "conformance/explain/facts.h"
#include "engine/values/json.h"

namespace etalon::explain {

// {"domain", "name", "since_version", "implemented", "source", "formula": [LINE], "meaning",
//  "inputs": [{"name", "type", "option"}], "outputs", "attributes": [{"name", "type", "required",
//  "default", "words", "said", "read"}], "types": {"T": [TYPE]}, "changes": [SENTENCE],
//  "function_body", "example", "errata", "open_points", "runtimes", "cases"}; a member without
// content is left out. `code` adds "code": [{"path", "text"}].
nlohmann::ordered_json explanation_json(const Facts& facts, const OperatorIndex& official,
                                        const OperatorIndex& own, bool code);

}  // namespace etalon::explain
