#include "engine/numerics/strides.h"

#include <algorithm>

#include "engine/values/copying.h"
#include "engine/values/side.h"

namespace etalon {

Strides Strides::merged() const {
  Strides fewer;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] == 1) continue;
    if (!fewer.dims.empty() && fewer.steps.back() == steps[axis] * dims[axis]) {
      fewer.dims.back() *= dims[axis];
      fewer.steps.back() = steps[axis];
    } else {
      fewer.dims.push_back(dims[axis]);
      fewer.steps.push_back(steps[axis]);
    }
  }
  return fewer;
}

Shape own_steps(const Shape& shape) {
  Shape steps(shape.size());
  size_t step = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    steps[axis] = step;
    step *= shape[axis];
  }
  return steps;
}

Strides reduction_steps(const Shape& shape, const Shape& reduced) {
  Shape steps = own_steps(reduced);
  for (size_t axis = 0; axis < steps.size(); ++axis) {
    if (reduced[axis] != shape[axis]) steps[axis] = 0;
  }
  return {shape, steps};
}

Tensor strided(const Tensor& X, const Shape& shape, const Shape& steps) {
  Tensor Y = Tensor::unwritten(X.dtype(), shape);
  if (Y.size() == 0) return Y;
  by_slot(X.dtype(), [&]<class W>() {
    const W* x = X.slots<W>().data();
    W* y = Y.mutable_slots<W>().data();
    Copying<W> copying;
    each_row({shape, steps}, [&](size_t position, size_t step, size_t first, size_t count) {
      const W* from = x + position;
      W* to = y + first;
      if (step == 1) {
        copying.all(from, count, to);
      } else if (step == 0) {
        copying.fill(*from, count, to);
      } else {
        copying.each(count, to, [=](size_t i) -> const W& { return from[i * step]; });
      }
    });
  });
  Y.charge_texts();
  if (!X.side()) return Y;
  return carrying(Y, {&X},
                  [&](const std::vector<Tensor>& from) { return strided(from[0], shape, steps); });
}

}  // namespace etalon
