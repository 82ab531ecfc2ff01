// External data and raw_data that tensors use where they are.
#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/interpreter/interpreter.h"

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

TEST_CASE("External data at an aligned offset is mapped, at another one copied") {
  const TemporaryFolder folder;
  for (const size_t offset : {0, 4, 4096, 4100, 3, 4098}) {
    INFO(offset);
    write_in(folder, "weights", counted_bytes(offset));
    const auto read = [&] {
      const Tensor w = read_tensor(tensor_at(offset), {folder.path()});
      CHECK(w.slots<float>()[0] == 0);
      CHECK(w.slots<float>()[65535] == 65535);
    };
    const std::string refused = refusal_within(memory_of(little), read);
    if (offset % 4 == 0) {
      CHECK(refused == "");
    } else {
      CHECK(refused.starts_with("LimitExceeded: tensor 'w': 262144 more bytes on top of "));
      read();
    }
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

TEST_CASE("Large raw_data of a model file is charged once") {
  const TemporaryFolder folder;
  onnx::ModelProto proto;
  proto.ParseFromString(
      gather_model(fmt::format("name: 'w' dims: {} data_type: 1 raw_data: ''", count)));
  proto.mutable_graph()->mutable_initializer(0)->set_raw_data(counted_bytes(0));
  const fs::path file = write_in(folder, "m.onnx", proto.SerializeAsString());
  std::string output;
  const size_t bytes = count * sizeof(float);
  CHECK(refusal_within(memory_of(bytes + bytes / 4), [&] { output = gathered(file); }) == "");
  CHECK(output == "float[2] 2 65535");
  CHECK(refusal_within(memory_of(bytes), [&] { gathered(file); }).starts_with("LimitExceeded: "));
}

TEST_CASE("A model whose elements are mostly not raw_data keeps no message") {
  const TemporaryFolder folder;
  onnx::ModelProto proto;
  proto.ParseFromString(
      gather_model(fmt::format("name: 'w' dims: {} data_type: 1 raw_data: ''", count)));
  proto.mutable_graph()->mutable_initializer(0)->set_raw_data(counted_bytes(0));
  onnx::TensorProto& other = *proto.mutable_graph()->add_initializer();
  other.set_name("other");
  other.set_data_type(1);
  other.add_dims(4 * count);
  for (size_t i = 0; i < 4 * count; ++i) other.add_float_data(1);
  const fs::path file = write_in(folder, "m.onnx", proto.SerializeAsString());
  CHECK(gathered(file) == "float[2] 2 65535");
}

}  // namespace
}  // namespace etalon::test::mapped_data_test
