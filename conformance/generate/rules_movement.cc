#include <algorithm>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

std::vector<int64_t> signed_values(const std::vector<size_t>& values) {
  return {values.begin(), values.end()};
}

void one_tensor(Drafting& call) { call.add(call.draw().shape()); }

void transpose(Drafting& call) {
  const Tensor data = call.add(call.draw().shape());
  if (call.draw().chance(0.8)) {
    call.set("perm", signed_values(call.draw().permutation(data.rank())));
  }
}

// The target keeps, joins or splits dimensions; one may be written as -1, one that stays as 0.
void reshape(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  std::vector<int64_t> target = signed_values(data.shape());
  if (draw.chance(0.3)) std::reverse(target.begin(), target.end());
  if (draw.chance(0.3)) target.insert(target.begin(), 1);
  if (target.size() > 1 && draw.chance(0.5)) {
    target[0] *= target[1];
    target.erase(target.begin() + 1);
  }
  const size_t place = draw.below(target.size());
  if (place < data.rank() && target[place] == signed_values(data.shape())[place] &&
      draw.chance(0.3)) {
    target[place] = 0;
  } else if (draw.chance(0.4)) {
    target[place] = -1;
  }
  call.give("shape", target);
}

// Older versions flatten from rank 1 or 2 on, before an axis from 0 to the rank.
void flatten(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(2);
  const size_t axis = draw.below(shape.size() + 1);
  const bool last = axis == shape.size();
  call.set("axis", last ? static_cast<int64_t>(axis) : call.written_axis(axis, shape.size()));
  call.add(shape);
}

void squeeze(Drafting& call) {
  Draw& draw = call.draw();
  Shape shape = draw.shape(1);
  const std::vector<size_t> axes = draw.subset(shape.size());
  for (const size_t axis : axes) shape[axis] = 1;
  call.add(shape);
  if (!axes.empty()) call.give("axes", call.written_axes(axes, shape.size()));
}

void unsqueeze(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(0, 3));
  const size_t added = 1 + draw.below(2);
  const size_t rank = data.rank() + added;
  std::vector<size_t> axes = draw.permutation(rank);
  axes.resize(added);
  std::sort(axes.begin(), axes.end());
  call.give("axes", call.written_axes(axes, rank));
}

void concat_call(Drafting& call) {
  Draw& draw = call.draw();
  Shape shape = draw.shape(1);
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  const size_t count = 1 + draw.below(4);
  for (size_t i = 0; i < count; ++i) {
    shape[axis] = draw.below(4);
    call.add(shape);
  }
}

void split(Drafting& call) {
  Draw& draw = call.draw();
  Shape shape = draw.shape(1, 4, Empty::never);
  const size_t axis = draw.below(shape.size());
  const size_t parts = 1 + draw.below(3);
  std::vector<int64_t> sizes;
  const bool equal = draw.chance(0.4);
  const size_t size = draw.dimension();
  for (size_t i = 0; i < parts; ++i) {
    sizes.push_back(static_cast<int64_t>(equal ? size : draw.dimension()));
  }
  shape[axis] = 0;
  for (const int64_t each : sizes) shape[axis] += static_cast<size_t>(each);
  call.add(shape);
  call.set("axis", call.written_axis(axis, shape.size()));
  call.outputs = parts;
  if (equal && call.has("num_outputs")) {
    call.set("num_outputs", static_cast<int64_t>(parts));
  } else if (!equal || draw.chance(0.5) || call.version() == 1) {
    call.give("split", sizes);
  }
}

// Starts and ends from before the first to past the last element; steps of either sign.
void slice_call(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(1));
  std::vector<size_t> axes = draw.subset(data.rank());
  if (axes.empty()) axes = {draw.below(data.rank())};
  std::vector<int64_t> starts, ends, steps;
  for (const size_t axis : axes) {
    const auto length = static_cast<int64_t>(data.dim(axis));
    const bool backwards = call.takes("steps") && draw.chance(0.25);
    const int64_t a = draw.between(-length, length);
    const int64_t b = draw.between(-length - 1, length + 2);
    starts.push_back(a);
    ends.push_back(b);
    steps.push_back((backwards ? -1 : 1) * draw.between(1, 2));
  }
  call.give("starts", starts);
  call.give("ends", ends);
  call.give("axes", call.written_axes(axes, data.rank()));
  if (call.takes("steps") && draw.chance(0.7)) call.give("steps", steps);
}

// Reflection needs more elements than it pads; the other modes do not mind.
void pad(Drafting& call) {
  Draw& draw = call.draw();
  constexpr int first_with_wrap = 19;
  std::vector<std::string> modes = {"constant", "constant", "reflect", "edge"};
  if (call.version() >= first_with_wrap) modes.emplace_back("wrap");
  const std::string mode = draw.pick(modes);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  std::vector<int64_t> pads;
  for (size_t i = 0; i < 2 * data.rank(); ++i) {
    const auto length = static_cast<int64_t>(data.dim(i % data.rank()));
    pads.push_back(draw.chance(0.4) ? 0 : draw.between(0, std::min<int64_t>(length - 1, 2)));
  }
  call.set("mode", mode);
  call.give(call.has("paddings") ? "paddings" : "pads", pads);
  if (mode != "constant" || draw.chance(0.3)) return;
  call.offer_real("value", -4, 4);
  if (call.takes("constant_value")) call.add(Shape{});
}

// Version 1 repeats along one axis; both numbers are tensors of the input's type.
void tile(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor input = call.add(draw.shape(1));
  if (call.takes("tiles")) {
    call.add_integers({}, {draw.between(1, 3)});
    call.add_integers({}, {static_cast<int64_t>(draw.below(input.rank()))});
    return;
  }
  std::vector<int64_t> repeats(input.rank());
  for (int64_t& each : repeats) each = draw.between(draw.chance(0.1) ? 0 : 1, 3);
  call.add_integers({repeats.size()}, repeats);
}

void expand(Drafting& call) {
  Draw& draw = call.draw();
  const Shape whole = draw.shape(1);
  call.add(draw.broadcastable_to(whole));
  const Shape target = draw.chance(0.5) ? whole : draw.broadcastable_to(whole);
  call.add_integers({target.size()}, signed_values(target));
}

void depth_to_space(Drafting& call) {
  Draw& draw = call.draw();
  const size_t block = 1 + draw.below(3);
  call.set("blocksize", static_cast<int64_t>(block));
  if (draw.chance(0.5)) call.set("mode", draw.pick<std::string>({"DCR", "CRD"}));
  call.add(
      {draw.dimension(), draw.dimension() * block * block, draw.dimension(), draw.dimension()});
}

void space_to_depth(Drafting& call) {
  Draw& draw = call.draw();
  const size_t block = 1 + draw.below(3);
  call.set("blocksize", static_cast<int64_t>(block));
  if (draw.chance(0.5)) call.set("mode", draw.pick<std::string>({"DCR", "CRD"}));
  call.add(
      {draw.dimension(), draw.dimension(), draw.dimension() * block, draw.dimension() * block});
}

void shape_call(Drafting& call) {
  const Tensor data = call.add(call.draw().shape());
  const auto rank = static_cast<int64_t>(data.rank());
  if (call.draw().chance(0.5)) call.set("start", call.draw().between(-rank - 1, rank + 1));
  if (call.draw().chance(0.5)) call.set("end", call.draw().between(-rank - 1, rank + 1));
}

void trilu(Drafting& call) {
  call.offer_flag("upper");
  call.add(call.draw().shape(2));
  if (call.draw().chance(0.7)) call.add_integers({}, {call.draw().between(-4, 4)});
}

// Numbers that both types hold; text has its own rules and stays out.
bool castable(DType type) { return type != DType::string && !is_complex(type); }

Range held_by_both(DType from, DType to) {
  const bool whole = !is_float(to);
  const Range range = within(within({-5, 5}, from), to);
  return whole || to == DType::float8e8m0 ? range : Range{range.low, range.high, is_float(from)};
}

void cast_call(Drafting& call) {
  call.narrow("T1", castable);
  call.narrow("T2", castable);
  const DType to = call.dtype("T2");
  std::string to_name(name(to));
  for (char& letter : to_name) letter = static_cast<char>(std::toupper(letter));
  call.set("to", static_cast<int64_t>(to));
  call.set("to", to_name);
  call.add(call.draw().shape(), held_by_both(call.dtype("T1"), to));
}

void cast_like(Drafting& call) {
  call.narrow("T1", castable);
  call.narrow("T2", castable);
  call.add(call.draw().shape(), held_by_both(call.dtype("T1"), call.dtype("T2")));
  call.add(Shape{1});
}

// The bits of the same width; not every byte is a truth value.
void bit_cast(Drafting& call) {
  const auto plain = [](DType type) { return type != DType::string && type != DType::boolean; };
  call.narrow("T1", plain);
  const int width = bit_width(call.dtype("T1"));
  call.narrow("T2", [&](DType type) { return plain(type) && bit_width(type) == width; });
  call.set("to", static_cast<int64_t>(call.dtype("T2")));
  call.add(call.draw().shape());
}

// No input, and one of the attributes that hold a value.
void constant(Drafting& call) {
  Draw& draw = call.draw();
  if (!call.has("value_int") || draw.chance(0.6)) {
    call.set("value", random_tensor(draw, call.dtype("T"), draw.shape()));
    return;
  }
  const auto kind = draw.pick<std::string>({"int", "ints", "float", "floats", "string", "strings"});
  call.set("value_" + kind, draw.between(-9, 9));
  call.set("value_" + kind, std::vector<int64_t>{draw.between(-9, 9), 0, 7});
  call.set("value_" + kind, 0.5 * static_cast<double>(draw.between(-9, 9)));
  call.set("value_" + kind, std::vector<double>{-0.5, 0, 2});
  call.set("value_" + kind, std::string("étalon"));
  call.set("value_" + kind, std::vector<std::string>{"", "étalon"});
}

void reverse_sequence(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor input = call.add(draw.shape(2, 4, Empty::never));
  const size_t batch_axis = draw.below(2);
  std::vector<int64_t> lengths(input.dim(batch_axis));
  const auto time = static_cast<int64_t>(input.dim(1 - batch_axis));
  for (int64_t& length : lengths) length = draw.between(1, time);
  call.add_integers({lengths.size()}, lengths);
  call.set("batch_axis", static_cast<int64_t>(batch_axis));
  call.set("time_axis", static_cast<int64_t>(1 - batch_axis));
}

void constant_of_shape(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape();
  if (draw.chance(0.8)) call.set("value", random_tensor(draw, call.dtype("T2"), {1}));
  call.add_integers({shape.size()}, signed_values(shape));
}

void eye_like(Drafting& call) {
  Draw& draw = call.draw();
  if (draw.chance(0.5)) call.set("dtype", static_cast<int64_t>(call.dtype("T2")));
  if (draw.chance(0.5)) call.set("k", draw.between(-3, 3));
  call.add(draw.shape(2, 2));
}

void range(Drafting& call) {
  Draw& draw = call.draw();
  const bool down = draw.chance(0.3);
  call.add({}, {-5, 5});
  call.add({}, {-5, 5});
  call.add({}, down ? Range{-3, -0.5} : Range{0.5, 3});
}

void center_crop_pad(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const std::vector<size_t> some = draw.subset(data.rank());
  const std::vector<size_t> axes = some.empty() ? draw.permutation(data.rank()) : some;
  std::vector<int64_t> target(some.empty() ? data.rank() : axes.size());
  for (int64_t& length : target) length = draw.between(1, 6);
  if (!some.empty()) call.set("axes", call.written_axes(axes, data.rank()));
  call.add_integers({target.size()}, target);
}

}  // namespace

Rules movement_rules() {
  return {{"BitCast", bit_cast},
          {"Cast", cast_call},
          {"CastLike", cast_like},
          {"CenterCropPad", center_crop_pad},
          {"Concat", concat_call},
          {"Constant", constant},
          {"ConstantOfShape", constant_of_shape},
          {"DepthToSpace", depth_to_space},
          {"Expand", expand},
          {"EyeLike", eye_like},
          {"Flatten", flatten},
          {"Identity", one_tensor},
          {"NonZero", one_tensor},
          {"Pad", pad},
          {"Range", range},
          {"Reshape", reshape},
          {"ReverseSequence", reverse_sequence},
          {"Shape", shape_call},
          {"Size", one_tensor},
          {"Slice", slice_call},
          {"SpaceToDepth", space_to_depth},
          {"Split", split},
          {"Squeeze", squeeze},
          {"Tile", tile},
          {"Transpose", transpose},
          {"Trilu", trilu},
          {"Unsqueeze", unsqueeze}};
}

}  // namespace etalon
