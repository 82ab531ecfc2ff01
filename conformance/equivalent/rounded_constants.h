// Constants of AFTER that stand for what BEFORE computes from its own: a scale folded into weights.
#pragma once

#include <optional>
#include <vector>

#include "conformance/equivalent/field_run.h"
#include "conformance/equivalent/proved.h"
#include "conformance/equivalent/verdicts.h"

namespace etalon::equivalent {

// The constants of AFTER's part of a piece in whose place BEFORE has exact numbers near them, such
// that with these numbers both parts are the same real function of their only float input. Nothing
// where there are none, or where that is not shown. BEFORE's part may have one product with
// constant weights (Conv, ConvTranspose, Gemm, MatMul), and is affine behind it.
std::optional<std::vector<RoundedConstant>> rounded_constants(const Piece& piece,
                                                              const Options& evaluation,
                                                              uint64_t seed);

}  // namespace etalon::equivalent
