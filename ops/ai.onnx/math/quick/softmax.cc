// Softmax and LogSoftmax of floats of at most 32 bits in doubles, with a bound of their error.
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

bool softmax(const Call&, DType type, double* line, size_t count, size_t) {
  return softmax_in_doubles(type, line, count);
}

bool log_softmax(const Call&, DType type, double* line, size_t count, size_t) {
  return log_softmax_in_doubles(type, line, count);
}

const Quick op[] = {{"Softmax", softmax}, {"LogSoftmax", log_softmax}};

}  // namespace
}  // namespace etalon
