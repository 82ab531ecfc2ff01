// ATen's functions that move elements.
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

Values swapped(const Arguments& args, int64_t dim0, int64_t dim1) {
  const Tensor& self = args.tensor(0);
  std::vector<size_t> perm = all_axes(self.rank());
  std::swap(perm[axis_index(dim0, self.rank())], perm[axis_index(dim1, self.rank())]);
  return {transposed(self, perm)};
}

Values t(const Arguments& args) {
  const size_t rank = args.tensor(0).rank();
  if (rank > 2) throw InvalidInput("'t' takes matrices, not rank {}", rank);
  return rank < 2 ? Values{args.tensor(0)} : swapped(args, 0, 1);
}

Values permute(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const std::vector<size_t> dims = axis_indices(args.ints("dims"), self.rank());
  if (dims.size() != self.rank()) {
    throw InvalidInput("dims has {} axes where self has {}", dims.size(), self.rank());
  }
  return {transposed(self, dims)};
}

// self under another shape, one dimension of which may be -1 and is then inferred.
Values reshaped(const Arguments& args, const std::string& attribute) {
  const Tensor& self = args.tensor(0);
  std::vector<int64_t> dims = args.ints(attribute);
  const auto unknown = std::find(dims.begin(), dims.end(), -1);
  if (unknown != dims.end()) {
    *unknown = 1;
    const size_t rest = element_count(to_shape(dims));
    if (rest == 0) throw InvalidInput("{}'s -1 could be anything", attribute);
    *unknown = static_cast<int64_t>(self.size() / rest);
  }
  return {self.reshaped(to_shape(dims))};
}

Values unsqueeze(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  Shape shape = self.shape();
  shape.insert(shape.begin() + std::ptrdiff_t(args.dim(self.rank() + 1)), 1);
  return {self.reshaped(shape)};
}

// Without the axes of size 1, or without dim if it is of size 1.
Values squeeze(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  std::vector<size_t> axes =
      args.has("dim") ? std::vector<size_t>{args.dim(self.rank())} : all_axes(self.rank());
  std::erase_if(axes, [&](size_t axis) { return self.dim(axis) != 1; });
  return {self.reshaped(without_axes(self.shape(), axes))};
}

Values cat(const Arguments& args) {
  const int64_t dim = args.integer("dim", 0);
  return {concat(args.tensors(), axis_index(dim, args.tensor(0).rank()))};
}

Values stack(const Arguments& args) {
  const size_t axis = axis_index(args.integer("dim", 0), args.tensor(0).rank() + 1);
  std::vector<Tensor> tensors = args.tensors();
  for (Tensor& tensor : tensors) {
    if (tensor.shape() != args.tensor(0).shape()) {
      throw InvalidInput("the shapes {} and {} differ", to_string(args.tensor(0).shape()),
                         to_string(tensor.shape()));
    }
    Shape shape = tensor.shape();
    shape.insert(shape.begin() + std::ptrdiff_t(axis), 1);
    tensor = tensor.reshaped(shape);
  }
  return {concat(tensors, axis)};
}

size_t checked(int64_t index, size_t size) {
  if (index < 0 || index >= int64_t(size)) {
    throw InvalidInput("index {} is outside [0, {}]", index, int64_t(size) - 1);
  }
  return static_cast<size_t>(index);
}

// self's entries `index` along an axis.
Tensor picked(const Tensor& self, const Tensor& index, size_t axis) {
  if (!is_integer(index.dtype())) throw InvalidInput("index is a tensor({})", name(index.dtype()));
  std::vector<size_t> entries;
  for (const int64_t entry : index.ints()) entries.push_back(checked(entry, self.dim(axis)));
  return pick(self, axis, entries);
}

Values index_select(const Arguments& args) {
  const Tensor& index = args.tensor(1);
  if (index.rank() > 1) throw InvalidInput("index has rank {}, not 1", index.rank());
  return {picked(args.tensor(0), index, args.dim(args.tensor(0).rank()))};
}

// padding_idx, scale_grad_by_freq and sparse matter to gradients only.
Values embedding(const Arguments& args) {
  const Tensor& weight = args.tensor(0);
  const Tensor& indices = args.tensor(1);
  if (weight.rank() != 2) throw InvalidInput("weight has rank {}, not 2", weight.rank());
  Shape shape = indices.shape();
  shape.push_back(weight.dim(1));
  return {picked(weight, indices, 0).reshaped(shape)};
}

Values select(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const size_t axis = args.dim(self.rank());
  const int64_t index = args.integer("index");
  const size_t entry = checked(index < 0 ? index + int64_t(self.dim(axis)) : index, self.dim(axis));
  return {pick(self, axis, {entry}).reshaped(without_axes(self.shape(), {axis}))};
}

// result[i][j] = self[index[i][j]][j] for axis 0, and so for each axis.
Values gather(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const Tensor& index = args.tensor(1);
  const size_t axis = args.dim(self.rank());
  if (!is_integer(index.dtype()) || index.rank() != self.rank()) {
    throw InvalidInput("index is a tensor({}) of rank {}", name(index.dtype()), index.rank());
  }
  const std::vector<int64_t> entries = index.ints();
  Ints from = positions(index.shape());
  for (int64_t& position : from) {
    size_t rest = size_t(position), at = 0, stride = 1;
    const int64_t entry = entries[rest];
    for (size_t i = index.rank(); i-- > 0; rest /= index.dim(i), stride *= self.dim(i)) {
      at += stride * checked(i == axis ? entry : int64_t(rest % index.dim(i)), self.dim(i));
    }
    position = int64_t(at);
  }
  return {take(self, from)};
}

// [N, C · r², H, W] → [N, C, H · r, W · r]: a channel is (depth, row in block, column in block).
Values pixel_shuffle(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  if (self.rank() != 4) throw InvalidInput("self has rank {}, not 4", self.rank());
  const size_t N = self.dim(0), H = self.dim(2), W = self.dim(3);
  const int64_t upscale_factor = args.integer("upscale_factor");
  const auto r = static_cast<size_t>(upscale_factor);
  if (upscale_factor < 1 || self.dim(1) % element_count({r, r}) != 0) {
    throw InvalidInput("upscale_factor {} does not divide {} channels", upscale_factor,
                       self.dim(1));
  }
  const size_t C = self.dim(1) / (r * r);
  const Tensor blocks = transposed(self.reshaped({N, C, r, r, H, W}), {0, 1, 4, 2, 5, 3});
  return {blocks.reshaped({N, C, H * r, W * r})};
}

}  // namespace

const Functions& movements() {
  using A = const Arguments&;
  static const Functions functions{
      {"cat", cat},
      {"embedding", embedding},
      {"gather", gather},
      {"index_select", index_select},
      {"permute", permute},
      {"pixel_shuffle", pixel_shuffle},
      {"reshape", [](A args) { return reshaped(args, "shape"); }},
      {"select", select},
      {"squeeze", squeeze},
      {"stack", stack},
      {"t", t},
      {"transpose",
       [](A args) { return swapped(args, args.integer("dim0"), args.integer("dim1")); }},
      {"unsqueeze", unsqueeze},
      {"view", [](A args) { return reshaped(args, "size"); }},
  };
  return functions;
}

}  // namespace etalon::aten
