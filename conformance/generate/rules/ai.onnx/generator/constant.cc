#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

// One of the attributes value_*.
void give_plain_value(Drafting& call) {
  Draw& draw = call.draw();
  const auto kind = draw.pick<std::string>({"int", "ints", "float", "floats", "string", "strings"});
  const int64_t integer = draw.between(-9, 9);
  const std::vector<int64_t> integers = {draw.between(-9, 9), 0, 7};
  const double real = 0.5 * static_cast<double>(draw.between(-9, 9));
  if (kind == "int") call.set("value_int", integer);
  if (kind == "ints") call.set("value_ints", integers);
  if (kind == "float") call.set("value_float", real);
  if (kind == "floats") call.set("value_floats", std::vector<double>{-0.5, 0, 2});
  if (kind == "string") call.set("value_string", "étalon");
  if (kind == "strings") call.set("value_strings", std::vector<std::string>{"", "étalon"});
}

SparseTensor draw_sparse(Drafting& call) {
  Draw& draw = call.draw();
  const size_t length = 2 + draw.below(5);
  const std::vector<size_t> places = draw.subset(length);
  const DType type = call.dtype("T");
  const Tensor values = random_tensor(draw, type, {places.size()});
  return {values, vector_of({places.begin(), places.end()}), {length}};
}

// No input, and one of the attributes that contain a value.
const GenerationRule constant_rule("Constant", [](Drafting& call, Draw& draw) {
  if (call.has("sparse_value") && draw.chance(0.1)) {
    call.set("sparse_value", draw_sparse(call));
  } else if (!call.has("value_int") || draw.chance(0.6)) {
    const Shape shape = draw.shape();
    call.set("value", random_tensor(draw, call.dtype("T"), shape));
  } else {
    give_plain_value(call);
  }
});

}  // namespace
}  // namespace etalon::rules
