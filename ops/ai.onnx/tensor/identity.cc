// Identity: output = input.
//   1, 13                     tensors
//   14, 16                    14: sequences; 16: optionals
//   19, 21, 23, 24, 25        more types
#include "engine/operators/operator.h"

namespace etalon::identity_operator {
namespace {

Values identity(const Call& call) { return {call.value("input")}; }

const Operator op("Identity", {{1, identity},
                               {13, identity},
                               {14, identity},
                               {16, identity},
                               {19, identity},
                               {21, identity},
                               {23, identity},
                               {24, identity},
                               {25, identity}});

}  // namespace
}  // namespace etalon::identity_operator
