#include "engine/values/limits.h"

#include <thread>

#include "conformance/tests/text.h"
#include "engine/values/value.h"

namespace etalon::test::limits_test {
namespace {

Limits work_of(uint64_t multiply_adds) {
  Limits limits;
  limits.max_work = multiply_adds;
  return limits;
}

constexpr uint64_t everything = std::numeric_limits<uint64_t>::max();

}  // namespace

TEST_CASE("Work beyond the budget is refused and counted in no scope but its own and outer ones") {
  const std::string refused =
      "LimitExceeded: more than 100 units of work; --max-work raises the limit";
  const auto sixty_and = [](uint64_t more) {
    return [more] {
      count_work(60);
      count_work(more);
    };
  };
  CHECK(refusal_within(work_of(100), sixty_and(40)) == "");
  CHECK(refusal_within(work_of(100), sixty_and(41)) == refused);
  CHECK(refusal_within(work_of(100), sixty_and(everything)) == refused);
  CHECK(refusal_within(work_of(100), [] {
          {
            const LimitScope inner(Limits{});
            count_work(60);
          }
          count_work(41);
        }) == refused);
  CHECK(refusal_within(work_of(100), [] {
          count_work(60);
          const LimitScope inner(work_of(100));
          count_work(100);
        }) == "");
  count_work(everything);  // outside every scope
}

TEST_CASE("A scope within another keeps its memory limit and its deadline") {
  Limits small;
  small.max_memory = 1000;
  CHECK(refusal_within(small,
                       [] {
                         const LimitScope inner(Limits{});
                         empty_array<double>({1000});
                       }) ==
        "LimitExceeded: 8000 more bytes on top of 0 do not fit the memory limit of 1000; "
        "--max-memory raises it");
  CHECK(refusal_within(Limits{}, [&] {
          const LimitScope inner(small);
          empty_array<double>({1000});
        }) != "");
  Limits late, later;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  later.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
  for (const Limits& inner : {Limits{}, later}) {
    CHECK(refusal_within(late, [&] {
            const LimitScope scope(inner);
            check_deadline();
          }) == "LimitExceeded: the time limit is exceeded");
  }
  CHECK(refusal_within(later, [&] {
          const LimitScope scope(late);
          check_deadline();
        }) == "LimitExceeded: the time limit is exceeded");
  CHECK(refusal_within(later, [] {
          const LimitScope scope(Limits{});
          check_deadline();
        }) == "");
}

TEST_CASE("An array counts eight units of work for each byte") {
  // 125 doubles are 1000 bytes.
  CHECK(refusal_within(work_of(8000), [] { empty_array<double>({125}); }) == "");
  CHECK(refusal_within(work_of(7999), [] { empty_array<double>({125}); }) ==
        "LimitExceeded: more than 7999 units of work; --max-work raises the limit");
}

TEST_CASE("An evaluation within another has what is left of its work") {
  CHECK(refusal_within(work_of(100), [] {
          count_work(60);
          const LimitScope inner(remaining_limits());
          count_work(41);
        }) == "LimitExceeded: more than 40 units of work; --max-work raises the limit");
}

TEST_CASE("Much work past the deadline is refused") {
  Limits late;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  CHECK(refusal_within(late, [] { count_work(uint64_t{1} << 30U); }) ==
        "LimitExceeded: the time limit is exceeded");
}

TEST_CASE("A charge lasts as long as the object and a copy charges as much again") {
  CHECK(refusal_within(memory_of(100), [] {
          { const MemoryCharge first(60); }
          const MemoryCharge second(60);
          MemoryCharge third(40);
          third = MemoryCharge();
          const MemoryCharge fourth(40);
        }) == "");
  CHECK(refusal_within(memory_of(100),
                       [] {
                         const MemoryCharge first(60);
                         const MemoryCharge second = first;
                       }) ==
        "LimitExceeded: 60 more bytes on top of 60 do not fit the memory limit of 100; "
        "--max-memory raises it");
  CHECK(refusal_within(memory_of(100), [] {
          MemoryCharge first(60);
          const MemoryCharge second = std::move(first);
          const MemoryCharge third(40);
        }) == "");
}

TEST_CASE("The greatest memory limit is no limit") {
  CHECK(refusal_within(memory_of(everything), [] { empty_array<double>({1000}); }) == "");
  CHECK(refusal_within(memory_of(everything), [] { const MemoryCharge charge(everything / 2); }) ==
        "");
}

TEST_CASE("Each tensor is charged with more than its elements") {
  // 10,000 scalars of 4 bytes: shared storage, reference counts and blocks are most of it.
  const auto scalars = [] {
    std::vector<Tensor> kept;
    for (int i = 0; i < 10'000; ++i) kept.push_back(scalar(DType::float32, 1.0));
  };
  CHECK(refusal_within(memory_of(1'000'000), scalars).starts_with("LimitExceeded: "));
  CHECK(refusal_within(memory_of(4'000'000), scalars) == "");
}

TEST_CASE("The contents of strings are charged once for all tensors that share them") {
  const auto long_text = [] {
    Tensor text = Tensor::zeros(DType::string, {1});
    text.mutable_slots<std::string>()[0] = std::string(600'000, 'a');
    text.charge_texts();
    text.charge_texts();
    text.reshaped({}).charge_texts();
  };
  CHECK(refusal_within(memory_of(1'000'000), long_text) == "");
  CHECK(refusal_within(memory_of(500'000), long_text)
            .starts_with("LimitExceeded: 600016 more bytes on top of "));
}

TEST_CASE("The strings inside sequences and optionals and maps are charged") {
  const auto text_of = [](size_t length) {
    Tensor text = Tensor::zeros(DType::string, {1});
    text.mutable_slots<std::string>()[0] = std::string(length, 'a');
    return text;
  };
  const Type texts = Type::tensor(DType::string);
  for (const int kind : {0, 1, 2}) {
    CHECK(refusal_within(memory_of(500'000), [&] {
            const Value text = text_of(600'000);
            const Value held = std::vector<Value>{
                Sequence{texts, {text}}, Optional{texts, std::make_shared<const Value>(text)},
                Map{text.tensor(), {scalar(true)}, Type::tensor(DType::boolean)}}[size_t(kind)];
            held.charge_texts();
          }).starts_with("LimitExceeded: 600016 more bytes on top of "));
  }
}

TEST_CASE("The items of a sequence are charged while it grows") {
  const auto grow = [] {
    Values items;
    for (int i = 0; i < 100'000; ++i) items.emplace_back();
  };
  CHECK(refusal_within(memory_of(100'000 * sizeof(Value)), grow).starts_with("LimitExceeded: "));
  CHECK(refusal_within(memory_of(400'000 * sizeof(Value)), grow) == "");
}

TEST_CASE("The time budget ends a tensor's first filling not only its allocation") {
  const auto refused = [](const std::function<void()>& fill) {
    Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    return refusal_within(limits, fill);
  };
  const std::string late = "LimitExceeded: the time limit is exceeded";
  CHECK(refused([] { Tensor::zeros(DType::uint8, {size_t{1} << 29}); }) == late);
  CHECK(refused([] { Tensor::zeros(DType::string, {size_t{1} << 24}); }) == late);
}

TEST_CASE("Work that is asked for is refused like work that is counted but not counted") {
  const std::string refused =
      "LimitExceeded: more than 100 units of work; --max-work raises the limit";
  CHECK(refusal_within(work_of(100), [] {
          require_work(100);
          require_work(100);
          count_work(60);
          require_work(40);
        }) == "");
  CHECK(refusal_within(work_of(100), [] {
          count_work(60);
          require_work(41);
        }) == refused);
  CHECK(refusal_within(work_of(100), [] { require_work(1e300); }) == refused);
  require_work(1e300);  // outside every scope
}

TEST_CASE("Memory that a library will take is refused before and neither kept nor charged") {
  Limits limits;
  limits.max_memory = 1000;
  CHECK(refusal_within(limits, [] {
          for (int i = 0; i < 3; ++i) require_memory(900);
          charge_memory(900);
          release_memory(900);
        }) == "");
  CHECK(refusal_within(limits, [] { require_memory(1001); }) ==
        "LimitExceeded: 1001 more bytes on top of 0 do not fit the memory limit of 1000; "
        "--max-memory raises it");
  const auto filled = [](size_t bytes) { return [bytes] { require_memory(bytes); }; };
  CHECK(refusal_within(work_of(10 * work_per_byte), filled(10)) == "");
  CHECK(refusal_within(work_of(10 * work_per_byte), filled(11)) ==
        "LimitExceeded: more than 80 units of work; --max-work raises the limit");
}

}  // namespace etalon::test::limits_test
