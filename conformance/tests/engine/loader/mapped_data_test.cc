// External data and raw_data that tensors use where they are.
#include <random>

#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/checker.h"
#include "engine/loader/wire.h"
#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon::test::mapped_data_test {
namespace {

namespace fs = std::filesystem;

// A budget that no copy of the tensors here fits.
constexpr size_t little = 1 << 16;
constexpr size_t count = 1 << 16;  // float32 elements of a tensor

// Elements 0, 1, 2, … after `before` bytes.
std::string counted_bytes(size_t before) {
  std::string bytes(before + count * sizeof(float), '\7');
  for (size_t i = 0; i < count; ++i) {
    const auto value = static_cast<float>(i);
    std::memcpy(bytes.data() + before + i * sizeof(float), &value, sizeof value);
  }
  return bytes;
}

onnx::TensorProto tensor_at(size_t offset) {
  return message<onnx::TensorProto>(
      fmt::format("name: 'w' dims: {} data_type: 1 data_location: EXTERNAL "
                  "external_data {{ key: 'location' value: 'weights' }} "
                  "external_data {{ key: 'offset' value: '{}' }}",
                  count, offset));
}

// A model whose output is the elements 2 and 65535 of initializer `w`.
std::string gather_model(const std::string& w) {
  return model_bytes("initializer { " + w +
                     " } initializer { name: 'i' dims: 2 data_type: 7 int64_data: 2 int64_data: "
                     "65535 } node { op_type: 'Gather' input: 'w' input: 'i' output: 'y' } "
                     "output { name: 'y' }");
}

std::string gathered(const fs::path& file) {
  return show(etalon::evaluate(load_model(file), {}).at(0));
}

TEST_CASE("External data is mapped; its words are copied together where they are not aligned") {
  const TemporaryFolder folder;
  for (const size_t offset : {0, 4, 4096, 4100, 3, 4098}) {
    INFO(offset);
    write_in(folder, "weights", counted_bytes(offset));
    const Tensor w = read_tensor(tensor_at(offset), {folder.path()});
    const auto pick_last = [&] { return pick(w, 0, {0, 65535}).as<double>()(1); };
    double picked = 0;
    CHECK(refusal_within(memory_of(little), [&] { picked = pick_last(); }) == "");
    CHECK(picked == 65535);
    const std::string refused = refusal_within(memory_of(little), [&] { w.slots<float>(); });
    CHECK(refused.substr(0, 42) ==
          (offset % 4 == 0 ? "" : "LimitExceeded: 262144 more bytes on top of"));
    CHECK(w.slots<float>()[0] == 0);
    CHECK(w.slots<float>()[65535] == 65535);
    CHECK(pick_last() == 65535);
  }
}

TEST_CASE("A mapped tensor outlives its file's name and is never written") {
  const TemporaryFolder folder;
  write_in(folder, "weights", counted_bytes(0));
  Tensor w = read_tensor(tensor_at(0), {folder.path()});
  fs::remove(folder.path() / "weights");
  CHECK(w.as<double>()(7) == 7);
  CHECK(w.reshaped({256, 256}).as<double>()(1, 2) == 258);
  CHECK_THROWS_AS(w.mutable_slots<float>(), InternalError);
}

TEST_CASE("A Gather from 8 GiB of external data evaluates within a small budget") {
  const TemporaryFolder folder;
  write_in(folder, "weights", counted_bytes(0));
  fs::resize_file(folder.path() / "weights", uint64_t{8} << 30);  // a hole
  const fs::path file =
      write_in(folder, "m.onnx",
               gather_model("name: 'w' dims: 2147483648 data_type: 1 data_location: EXTERNAL "
                            "external_data { key: 'location' value: 'weights' }"));
  std::string output;
  CHECK(refusal_within(memory_of(size_t{1} << 20), [&] { output = gathered(file); }) == "");
  CHECK(output == "float[2] 2 65535");
}

// A model of a Gather from 2^20 bytes of counted floats; `name` decides where they lie in the file.
onnx::ModelProto large_model(const std::string& name) {
  onnx::ModelProto proto;
  proto.ParseFromString(gather_model("name: 'w' dims: 262144 data_type: 1"));
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += counted_bytes(0);
  proto.mutable_graph()->mutable_initializer(0)->set_raw_data(bytes);
  proto.mutable_graph()->set_name(name);
  return proto;
}

TEST_CASE("A Gather from raw_data of a model file evaluates within a small budget") {
  const TemporaryFolder folder;
  for (const std::string name : {"g", "gg", "ggg", "gggg"}) {  // one of them is aligned
    INFO(name);
    const fs::path file = write_in(folder, "m.onnx", large_model(name).SerializeAsString());
    std::string output;
    CHECK(refusal_within(memory_of(little), [&] { output = gathered(file); }) == "");
    CHECK(output == "float[2] 2 65535");
  }
}

TEST_CASE("Of raw_data that is not aligned; words are copied once which is charged") {
  const TemporaryFolder folder;
  int copied = 0;
  for (const std::string name : {"g", "gg", "ggg", "gggg"}) {
    const fs::path file = write_in(folder, "m.onnx", large_model(name).SerializeAsString());
    const BoundModel model = load_model(file);
    const Tensor& w = model.graph.initializers.at("w").tensor();
    const auto read = [&] { w.slots<float>(); };
    const std::string refused = refusal_within(memory_of(little), read);
    if (refused.starts_with("LimitExceeded: 1048576 more bytes")) ++copied;
    CHECK(w.slots<float>()[65537] == 1);
    CHECK(refusal_within(memory_of(little), read) == "");
    CHECK(w.slots<float>().data() == w.reshaped({512, 512}).slots<float>().data());
  }
  CHECK(copied == 3);
}

enum class Read { mapped, from_memory, whole };

BoundModel read_as(Read how, const fs::path& file) {
  if (how == Read::mapped) return load_model(file);
  if (how == Read::from_memory) return parse_model(file_text(file));
  onnx::ModelProto proto;
  const std::string bytes = file_text(file);
  parse_message(std::string_view(bytes), "the model", proto);
  BoundModel model = unchecked_model(proto, {});
  check_model(model);
  return model;
}

// What a file's model evaluates to, or why it is refused.
std::string outcome(const fs::path& file, Read how) {
  std::string output;
  const std::string refused = refusal([&] {
    const BoundModel model = read_as(how, file);
    for (const Value& value : etalon::evaluate(model, {})) output += show(value);
  });
  const std::string shown = " " + in_quotes(file.native());
  const size_t at = refused.find(shown);
  return at == std::string::npos ? refused + output : std::string(refused).erase(at, shown.size());
}

TEST_CASE("Mapped initializers are what a parser finds in the whole file") {
  const TemporaryFolder folder;
  const std::string good = large_model("g").SerializeAsString();
  const std::string data = large_model("g").graph().initializer(0).raw_data();
  const auto altered = [&](auto&& change) {
    onnx::ModelProto proto = large_model("g");
    change(*proto.mutable_graph());
    return proto.SerializeAsString();
  };
  const auto typed = [&](int type, int64_t elements) {
    return altered([&](onnx::GraphProto& graph) {
      graph.mutable_initializer(0)->set_data_type(type);
      graph.mutable_initializer(0)->set_dims(0, elements);
    });
  };
  const std::pair<std::string, std::string> files[] = {
      {good, "float[2] 2 65535"},
      {good + good, "InvalidModel: initializer 'w' is given twice"},
      {good + std::string("\x3A\x00", 2), "float[2] 2 65535"},
      {good + std::string("\xBA\x00\x00", 3), "float[2] 2 65535"},
      {good + "\x4B", ""},
      {good + std::string("\0", 1), ""},
      {good.substr(0, good.size() - 1), ""},
      {good.substr(0, good.size() / 2), ""},
      {typed(8, 262144),
       "InvalidModel: tensor 'w': raw_data is set in a string tensor, which uses "
       "string_data"},
      {typed(1, 262143),
       "InvalidModel: tensor 'w': raw_data has 1048576 bytes, but a float tensor "
       "of shape [262143] needs 1048572 bytes"},
      {typed(99, 1), "InvalidModel: tensor 'w': unknown element type 99"},
      {typed(9, 1 << 20), "InvalidModel: tensor 'w': a bool is 128; it must be 0 or 1"},
      {typed(3, 1 << 20), "int8[2] 0 70"},  // 0x46, of the float 16383
      {altered([](auto& graph) { graph.mutable_initializer(0)->add_float_data(1); }),
       "InvalidModel: tensor 'w': both raw_data and float_data are set"},
      {altered([](auto& graph) {
         graph.mutable_initializer(0)->set_data_location(onnx::TensorProto::EXTERNAL);
       }),
       "InvalidModel: tensor 'w': raw_data does not match data_location EXTERNAL"},
      {altered([](auto& graph) { *graph.add_initializer() = graph.initializer(0); }),
       "InvalidModel: initializer 'w' is given twice"},
  };
  for (const auto& [bytes, expected] : files) {
    const fs::path file = write_in(folder, "m.onnx", bytes);
    INFO(&bytes - &files[0].first);
    CHECK(outcome(file, Read::mapped) ==
          (expected.empty() ? "InvalidModel: the model is not a valid ONNX protobuf: truncated, "
                              "malformed or nested too deeply"
                            : expected));
    CHECK(outcome(file, Read::from_memory) == outcome(file, Read::mapped));
    CHECK(outcome(file, Read::whole) == outcome(file, Read::mapped));
  }
}

std::string field(char tag, const std::string& contents) {
  std::string bytes(1, tag);
  for (size_t rest = contents.size(); rest > 0; rest >>= 7) {
    bytes.push_back(static_cast<char>((rest & 0x7F) | (rest > 0x7F ? 0x80 : 0)));
  }
  return bytes + contents;
}

TEST_CASE("A tensor with raw_data twice has the last one") {
  const TemporaryFolder folder;
  onnx::ModelProto proto = large_model("g");
  onnx::TensorProto once = proto.graph().initializer(0);
  onnx::TensorProto other;
  other.set_raw_data(std::string(size_t{1} << 20, '\0'));
  const std::string twice = once.SerializeAsString() + other.SerializeAsString();
  proto.mutable_graph()->mutable_initializer()->DeleteSubrange(0, 1);
  const std::string graph = proto.graph().SerializeAsString() + field('\x2A', twice);
  proto.clear_graph();
  const fs::path file =
      write_in(folder, "m.onnx", proto.SerializeAsString() + field('\x3A', graph));
  for (const Read how : {Read::mapped, Read::from_memory, Read::whole}) {
    CHECK(outcome(file, how) == "float[2] 0 0");
  }
}

TEST_CASE("Files with changed bytes around large raw_data end as when they are parsed whole") {
  const TemporaryFolder folder;
  const std::string good = large_model("g").SerializeAsString();
  const size_t first = good.find("\x4A\x80\x80\x40");
  REQUIRE(first != std::string::npos);
  const size_t last = first + 4 + (size_t{1} << 20);
  std::mt19937 random(1);
  size_t evaluated = 0;
  for (int i = 0; i < 300; ++i) {
    std::string bytes = good;
    const size_t place = random() % (first + 4 + (bytes.size() - last));
    bytes[place < first + 4 ? place : last + place - first - 4] ^=
        static_cast<char>(1U << (random() % 8));
    INFO(place);
    const fs::path file = write_in(folder, "m.onnx", bytes);
    const std::string whole = outcome(file, Read::whole);
    if (whole.starts_with("float")) ++evaluated;
    CHECK(outcome(file, Read::mapped) == whole);
    CHECK(outcome(file, Read::from_memory) == whole);
  }
  CHECK(evaluated > 0);
  CHECK(evaluated < 300);
}

TEST_CASE("A model parsed from memory does not need the bytes any longer") {
  std::string bytes = large_model("g").SerializeAsString();
  const BoundModel model = parse_model(bytes);
  std::fill(bytes.begin(), bytes.end(), '\7');
  CHECK(show(etalon::evaluate(model, {}).at(0)) == "float[2] 2 65535");
}

TEST_CASE("A model in memory is copied once not by the parser too") {
  const std::string bytes = large_model("g").SerializeAsString();  // 1 MiB of raw_data
  CHECK(refusal_within(memory_of(bytes.size() + (size_t{1} << 18)), [&] { parse_model(bytes); }) ==
        "");
}

TEST_CASE("A small model is parsed whole and does not keep its file") {
  const TemporaryFolder folder;
  onnx::ModelProto proto;
  proto.ParseFromString(gather_model(fmt::format("name: 'w' dims: {} data_type: 1", count)));
  proto.mutable_graph()->mutable_initializer(0)->set_raw_data(counted_bytes(0));
  const fs::path file = write_in(folder, "m.onnx", proto.SerializeAsString());
  const BoundModel model = load_model(file);
  fs::resize_file(file, 0);
  CHECK(show(etalon::evaluate(model, {}).at(0)) == "float[2] 2 65535");
}

}  // namespace
}  // namespace etalon::test::mapped_data_test
