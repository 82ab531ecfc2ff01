#include "engine/numerics/tiles.h"

namespace etalon::tiles {

Kernel<double> exact_kernel() { return best_kernel<double, Products::exact>(); }

}  // namespace etalon::tiles
