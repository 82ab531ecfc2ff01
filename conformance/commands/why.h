// etalon why, for other commands.
#pragma once

#include <string>

#include "conformance/judge/judge.h"
#include "conformance/judge/result.h"
#include "conformance/run/backend.h"

namespace etalon {

// All that `etalon why FOLDER --backend …` prints of a case in this folder that the runtime has
// been judged by. A hang is not searched for the node that hangs.
std::string why_report(const std::string& folder, const CaseResult& result,
                       const JudgeOptions& judging, const BackendOptions& backend_options,
                       const std::string& runtime, Backend& backend);

}  // namespace etalon
