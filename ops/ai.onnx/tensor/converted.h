// What Cast, CastLike and BitCast share: types named by attributes, and conversion by versions.
#pragma once

#include "engine/numerics/cast.h"
#include "engine/operators/operator.h"

namespace etalon {

// The element type that attribute `to` names: by its number, or in Cast-1 by its name in capitals,
// such as "FLOAT". Throws InvalidInput unless the type variable T2 admits it.
DType target_type(const Call& call);

// How Cast and CastLike convert, by version.
CastOptions cast_options(const Call& call);

// cast(); where choices are wanted, a string that is not a number becomes 0.
Tensor converted(const Tensor& input, DType to, const CastOptions& options);
// `input`, of strings, with "0" in place of strings that are not numbers; and where they are.
struct Numbers {
  Tensor texts;
  Bools replaced;
};
Numbers numbers_of(const Tensor& input);

}  // namespace etalon
