#include <map>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

struct MatrixShapes {
  Shape A, B;
};

// Two matrices that multiply, stacked in batches that broadcast; either may be a vector.
MatrixShapes matrices(Draw& draw) {
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = draw.chance(0.05) ? 0 : draw.dimension();
  const Shape batch = draw.shape(0, 2, Empty::never);
  MatrixShapes shapes{draw.broadcastable_to(batch), draw.broadcastable_to(batch)};
  if (draw.chance(0.1)) {
    shapes.A = {k};
  } else {
    shapes.A.insert(shapes.A.end(), {m, k});
  }
  if (draw.chance(0.1)) {
    shapes.B = {k};
  } else {
    shapes.B.insert(shapes.B.end(), {k, n});
  }
  return shapes;
}

void mat_mul(Drafting& call) {
  const MatrixShapes shapes = matrices(call.draw());
  call.add(shapes.A);
  call.add(shapes.B);
}

// Zero points are one number, or left out.
void mat_mul_integer(Drafting& call) {
  mat_mul(call);
  if (call.draw().chance(0.4)) return;
  call.add(Shape{});
  if (call.draw().chance(0.6)) call.add(Shape{});
}

void q_linear_mat_mul(Drafting& call) {
  const MatrixShapes shapes = matrices(call.draw());
  for (const Shape& shape : {shapes.A, shapes.B}) {
    call.add(shape);
    call.add({}, scales);
    call.add(Shape{});
  }
  call.add({}, scales);
  call.add(Shape{});
}

// C has the product's shape, or broadcasts to it.
void gemm(Drafting& call) {
  Draw& draw = call.draw();
  const size_t m = draw.dimension();
  const size_t n = draw.dimension();
  const size_t k = draw.dimension();
  const bool trans_a = draw.chance(0.5);
  const bool trans_b = draw.chance(0.5);
  if (trans_a) call.set("transA", 1);
  if (trans_b) call.set("transB", 1);
  call.offer_real("alpha", -2, 2);
  call.offer_real("beta", -2, 2);
  call.add(trans_a ? Shape{k, m} : Shape{m, k});
  call.add(trans_b ? Shape{n, k} : Shape{k, n});
  constexpr int first_with_optional_c = 11;
  if (call.version() >= first_with_optional_c && draw.chance(0.25)) return;
  if (call.has("broadcast")) {
    const bool row = draw.chance(0.5);
    if (row) call.set("broadcast", 1);
    call.add(row ? Shape{n} : Shape{m, n});
    return;
  }
  call.add(draw.broadcastable_to({m, n}));
}

void einsum(Drafting& call) {
  Draw& draw = call.draw();
  struct Form {
    std::string equation;
    std::vector<std::string> terms;
  };
  const Form form = draw.pick<Form>({{"ij,jk->ik", {"ij", "jk"}},
                                     {"ij->ji", {"ij"}},
                                     {"ij->i", {"ij"}},
                                     {"ii->i", {"ii"}},
                                     {"bij,bjk->bik", {"bij", "bjk"}},
                                     {"i,j->ij", {"i", "j"}},
                                     {"ij,ij->", {"ij", "ij"}},
                                     {"bij, bjk", {"bij", "bjk"}},
                                     {"ij,jk,kl->il", {"ij", "jk", "kl"}}});
  call.set("equation", form.equation);
  std::map<char, size_t> lengths;
  for (const std::string& term : form.terms) {
    Shape shape;
    for (const char letter : term) {
      if (lengths.count(letter) == 0) lengths[letter] = draw.dimension();
      shape.push_back(lengths[letter]);
    }
    call.add(shape);
  }
}

void det(Drafting& call) {
  Draw& draw = call.draw();
  Shape shape = draw.shape(0, 2, Empty::never);
  const size_t n = 1 + draw.below(4);
  shape.insert(shape.end(), {n, n});
  call.add(shape);
}

}  // namespace

Rules product_rules() {
  return {{"Det", det},
          {"Einsum", einsum},
          {"Gemm", gemm},
          {"MatMul", mat_mul},
          {"MatMulInteger", mat_mul_integer},
          {"QLinearMatMul", q_linear_mat_mul}};
}

}  // namespace etalon
