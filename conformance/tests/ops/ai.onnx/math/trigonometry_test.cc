#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::trigonometry_test {
namespace {

Value run(std::string_view op, int64_t opset, const Tensor& input) {
  return OneNode(op, opset).run({input});
}

}  // namespace

TEST_CASE("Sin, Cos and Tan reduce great arguments exactly") {
  const Tensor x = f64({3}, {0.5, 1e22, 3});
  CHECK(near(run("Sin", 7, x),
             f64({3}, {0.47942553860420300027, -0.85220084976718880177, 0.1411200080598672221})));
  CHECK(near(run("Cos", 7, x),
             f64({3}, {0.87758256189037271612, 0.5232147853951389455, -0.98999249660044545727})));
  CHECK(near(run("Tan", 7, x),
             f64({3}, {0.54630248984379051326, -1.6287782256068988785, -0.1425465430742778053})));
}

TEST_CASE("Sin, Cos and Tan of an infinity are NaN; Sin and Tan keep -0") {
  const Tensor x = f32({4}, {INFINITY, -INFINITY, NAN, -0.0});
  CHECK(show(run("Sin", 22, x)) == "float[4] nan nan nan -0");
  CHECK(show(run("Cos", 22, x)) == "float[4] nan nan nan 1");
  CHECK(show(run("Tan", 22, x)) == "float[4] nan nan nan -0");
}

TEST_CASE("Asin, Acos and Atan give radians") {
  const Tensor x = f64({2}, {0.5, -1});
  CHECK(near(run("Asin", 7, x), f64({2}, {0.52359877559829887308, -1.5707963267948966192})));
  CHECK(near(run("Acos", 7, x), f64({2}, {1.0471975511965977462, 3.1415926535897932385})));
  CHECK(near(run("Atan", 7, f64({2}, {0.5, -1e30})),
             f64({2}, {0.46364760900080611621, -1.5707963267948966192})));
}

TEST_CASE("Asin and Acos are NaN outside [-1, 1]; Atan reaches ±π/2") {
  const Tensor x = f32({3}, {1.5, -INFINITY, NAN});
  CHECK(show(run("Asin", 22, x)) == "float[3] nan nan nan");
  CHECK(show(run("Acos", 22, x)) == "float[3] nan nan nan");
  CHECK(show(run("Atan", 22, f32({3}, {INFINITY, -INFINITY, NAN}))) ==
        "float[3] 1.5707964 -1.5707964 nan");
}

TEST_CASE("Sinh and Cosh") {
  CHECK(near(run("Sinh", 9, f64({3}, {0.5, -30, 1e-10})),
             f64({3}, {0.52109530549374736162, -5343237290762.2310735, 1e-10}), 2));
  CHECK(near(run("Cosh", 9, f64({2}, {0.5, -30})),
             f64({2}, {1.1276259652063807852, 5343237290762.2310735}), 2));
  const Tensor x = f32({3}, {100, -100, NAN});
  CHECK(show(run("Sinh", 22, x)) == "float[3] inf -inf nan");
  CHECK(show(run("Cosh", 22, x)) == "float[3] inf inf nan");
}

TEST_CASE("Tanh saturates at ±1 and is linear near 0, in every version") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(run("Tanh", opset, f64({3}, {0.5, -30, 1e-10})),
               f64({3}, {0.4621171572600097585, -1, 1e-10}), 2));
  }
  CHECK(show(run("Tanh", 13, f32({4}, {INFINITY, -INFINITY, NAN, -0.0}))) ==
        "float[4] 1 -1 nan -0");
}

TEST_CASE("Asinh, Acosh and Atanh") {
  CHECK(near(run("Asinh", 9, f64({3}, {0.5, -1e10, 1e-10})),
             f64({3}, {0.4812118250596034475, -23.71899811050040215, 1e-10}), 2));
  CHECK(near(run("Acosh", 9, f64({2}, {1.5, 1e10})),
             f64({2}, {0.962423650119206895, 23.71899811050040215}), 2));
  CHECK(near(run("Atanh", 9, f64({3}, {0.5, -0.999, 1e-10})),
             f64({3}, {0.5493061443340548457, -3.8002011672501995875, 1e-10}), 2));
}

TEST_CASE("Acosh is NaN below 1, Atanh beyond ±1 and infinite at ±1") {
  CHECK(show(run("Acosh", 22, f32({4}, {1, 0.5, -2, INFINITY}))) == "float[4] 0 nan nan inf");
  CHECK(show(run("Atanh", 22, f32({4}, {1, -1, 1.5, -0.0}))) == "float[4] inf -inf nan -0");
  CHECK(show(run("Asinh", 22, f32({2}, {-INFINITY, -0.0}))) == "float[2] -inf -0");
}

TEST_CASE("Trigonometry keeps rank 0 and empty shapes, and rounds once to narrow types") {
  for (const char* op : {"Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh", "Tanh",
                         "Asinh", "Acosh", "Atanh"}) {
    CAPTURE(op);
    CHECK(show(run(op, 22, f32({2, 0}, {}))) == "float[2, 0]");
    CHECK(run(op, 22, f32({}, {1})).tensor().shape().empty());
    CHECK_FALSE(OneNode(op, 22).error({tensor(DType::int32, {1}, {1})}).empty());
  }
  CHECK(show(run("Sin", 22, tensor(DType::bfloat16, {1}, {0.5}))) == "bfloat16[1] 0.479");
  CHECK(show(run("Cos", 7, tensor(DType::float16, {1}, {0.5}))) == "float16[1] 0.8774");
}

}  // namespace etalon::test::trigonometry_test
