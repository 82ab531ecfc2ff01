// ATen's functions that move elements.
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

Values swapped(const Tensor& self, int64_t dim0, int64_t dim1) {
  std::vector<size_t> perm = all_axes(self.rank());
  std::swap(perm[axis_index(dim0, self.rank())], perm[axis_index(dim1, self.rank())]);
  return {transposed(self, perm)};
}

Values t(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  if (self.rank() > 2) throw InvalidInput("'t' takes matrices, not rank {}", self.rank());
  return self.rank() < 2 ? Values{self} : swapped(self, 0, 1);
}

Values transpose(const Arguments& args) {
  return swapped(args.tensor(0), args.integer("dim0"), args.integer("dim1"));
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
Function reshaped_to(const char* attribute) {
  return [=](const Arguments& args) {
    return args.onnx("Reshape", {args.tensor(0), vector_of(args.ints(attribute))},
                     {attribute_of("allowzero", int64_t{1})});
  };
}

Values unsqueeze(const Arguments& args) {
  return args.onnx("Unsqueeze", {args.tensor(0), vector_of({args.integer("dim")})});
}

// Without the axes of size 1, or without dim if it is of size 1.
Values squeeze(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  if (!args.has("dim")) return args.onnx("Squeeze", {self});
  if (self.dim(args.dim(self.rank())) != 1) return {self};
  return args.onnx("Squeeze", {self, vector_of({args.integer("dim")})});
}

Values cat(const Arguments& args) {
  return args.onnx("Concat", args.all(), {attribute_of("axis", args.integer("dim", 0))});
}

Values stack(const Arguments& args) {
  Sequence tensors;
  tensors.items = args.all();
  return args.onnx(
      "ConcatFromSequence", {tensors},
      {attribute_of("axis", args.integer("dim", 0)), attribute_of("new_axis", int64_t{1})});
}

// Unlike in ONNX, a negative index does not count from the end.
void require_indices(const Tensor& index, size_t size) {
  if (!is_integer(index.dtype())) {
    throw InvalidInput("index is a tensor({}), not of integers", name(index.dtype()));
  }
  for (const int64_t i : index.ints()) {
    if (i < 0 || i >= int64_t(size)) {
      throw InvalidInput("index {} is outside [0, {}]", i, int64_t(size) - 1);
    }
  }
}

Values index_select(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const Tensor& index = args.tensor(1);
  if (index.rank() > 1) throw InvalidInput("index has rank {}, not 1", index.rank());
  const size_t axis = args.dim(self.rank());
  require_indices(index, self.dim(axis));
  return args.onnx("Gather", {self, index.reshaped({index.size()})},
                   {attribute_of("axis", int64_t(axis))});
}

// padding_idx, scale_grad_by_freq and sparse matter to gradients only.
Values embedding(const Arguments& args) {
  const Tensor& weight = args.tensor(0);
  const Tensor& indices = args.tensor(1);
  require_rank("weight", weight, 2);
  require_indices(indices, weight.dim(0));
  return args.onnx("Gather", {weight, indices});
}

Values select(const Arguments& args) {
  return args.onnx("Gather", {args.tensor(0), scalar(DType::int64, args.integer("index"))},
                   {attribute_of("axis", args.integer("dim"))});
}

// result[i][j] = self[index[i][j]][j] for axis 0, and so for each axis.
Values gather(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const Tensor& index = args.tensor(1);
  const size_t axis = args.dim(self.rank());
  require_rank("index", index, self.rank());
  require_indices(index, self.dim(axis));
  return args.onnx("GatherElements", {self, index}, {attribute_of("axis", int64_t(axis))});
}

// [N, C · r², H, W] → [N, C, H · r, W · r]: a channel is (depth, row in block, column in block).
Values pixel_shuffle(const Arguments& args) {
  return args.onnx("DepthToSpace", {args.tensor(0)},
                   {attribute_of("blocksize", args.integer("upscale_factor")),
                    attribute_of("mode", std::string("CRD"))});
}

}  // namespace

const Functions& movements() {
  static const Functions functions{
      {"cat", cat},
      {"embedding", embedding},
      {"gather", gather},
      {"index_select", index_select},
      {"permute", permute},
      {"pixel_shuffle", pixel_shuffle},
      {"reshape", reshaped_to("shape")},
      {"select", select},
      {"squeeze", squeeze},
      {"stack", stack},
      {"t", t},
      {"transpose", transpose},
      {"unsqueeze", unsqueeze},
      {"view", reshaped_to("size")},
  };
  return functions;
}

}  // namespace etalon::aten
