// Hostile models and tensors: each is refused with one sentence, and nothing worse happens.
#include <sys/stat.h>

#include "conformance/tests/catch.h"
#include "conformance/tests/engine/loader/loading.h"
#include "engine/loader/external_data.h"
#include "engine/loader/loader.h"
#include "engine/loader/npy.h"
#include "engine/loader/open_beneath.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"

namespace etalon::safe_loading_test {
namespace {

namespace fs = std::filesystem;

std::string tensor_refusal(const std::string& text) {
  return refusal([&] { read_tensor(message<onnx::TensorProto>("name: 't' " + text), {}); });
}

std::string external(const std::string& entries) {
  return "name: 'w' dims: 2 data_type: 2 data_location: EXTERNAL " + entries;
}
std::string entry(const std::string& key, const std::string& value) {
  return "external_data { key: '" + key + "' value: '" + value + "' } ";
}
std::string at(const std::string& location) { return external(entry("location", location)); }

// A model's folder with two bytes of weights, inside a folder with a secret.
struct Place {
  TemporaryFolder outside;
  fs::path folder = outside.path() / "model";

  Place() {
    write_in(outside, "secret", "\1\2");
    write_in(outside, "model/weights", "\3\4");
    write_in(outside, "model/deep/weights", "\5\6");
  }
  Tensor read(const std::string& text) const {
    return read_tensor(message<onnx::TensorProto>(text), {folder});
  }
  std::string refuse(const std::string& text) const {
    return refusal([&] { read(text); });
  }
};

// --- External data ---------------------------------------------------------------------------

TEST_CASE("external data is read from its stretch of a file beneath the model's folder") {
  const Place place;
  write_in(place.outside, "model/many", "\1\2\3\4\5");
  using I = std::vector<int64_t>;
  CHECK(place.read(at("weights")).ints() == I{3, 4});
  CHECK(place.read(at("deep/weights")).ints() == I{5, 6});
  CHECK(place.read(at("./deep//weights")).ints() == I{5, 6});
  const std::string many = entry("location", "many");
  CHECK(place.read(external(many + entry("offset", "1") + entry("length", "2"))).ints() == I{2, 3});
  // The checksum as sha1sum prints it for the five bytes.
  const std::string checksum = "11966ab9c099f8fabefac54c08d5be2bd8c903af";
  const std::string upper = "11966AB9C099F8FABEFAC54C08D5BE2BD8C903AF";
  for (const std::string& sum : {checksum, upper}) {
    CHECK(place.read(external(many + entry("offset", "3") + entry("checksum", sum))).ints() ==
          I{4, 5});
  }
  CHECK(place.read("dims: 3 data_type: 22 data_location: EXTERNAL " + entry("location", "weights"))
            .ints() == I{3, 0, 4});
}

TEST_CASE("external data of a loaded model is next to the model") {
  const Place place;
  const auto model = [&](const std::string& location) {
    return write_in(place.outside, "model/m.onnx",
                    model_bytes("initializer { " + at(location) + " }"));
  };
  CHECK(load_model(model("weights")).graph.initializers.at("w").tensor().size() == 2);
  CHECK(refusal([&] { load_model(model("../secret")); }) ==
        "InvalidModel: tensor 'w': external data location '../secret' contains '..'");
}

TEST_CASE("external data without a folder is refused") {
  CHECK(refusal([] { model_of("initializer { " + at("weights") + " }"); }) ==
        "InvalidModel: tensor 'w': external data is refused: no folder is given for it");
}

TEST_CASE("external data locations that leave the folder are refused") {
  const Place place;
  const auto expect = [&](const std::string& location, const std::string& shown,
                          const std::string& why) {
    CHECK(place.refuse(at(location)) ==
          "InvalidModel: tensor 'w': external data location " + shown + " " + why);
  };
  expect("../secret", "'../secret'", "contains '..'");
  expect("deep/../../secret", "'deep/../../secret'", "contains '..'");
  expect("deep/..", "'deep/..'", "contains '..'");
  expect("/etc/passwd", "'/etc/passwd'", "is absolute");
  expect("//server/share", "'//server/share'", "is absolute");
  expect("C:secret", "'C:secret'", "begins with a drive letter");
  expect("deep\\\\weights", "'deep\\weights'", "contains a backslash");
  expect("\\\\\\\\server\\\\share", "'\\\\server\\share'", "contains a backslash");
  expect("weights\\0.bin", "'weights\\x00.bin'", "contains a NUL");
  CHECK(place.refuse(at("")) == "InvalidModel: tensor 'w': external_data has no location");
  CHECK(place.refuse(external(entry("offset", "0"))) ==
        "InvalidModel: tensor 'w': external_data has no location");
}

TEST_CASE("external data behind a symbolic link in any component is refused") {
  const Place place;
  fs::create_symlink("../secret", place.folder / "link");
  fs::create_symlink("weights", place.folder / "inner_link");
  fs::create_directory_symlink("..", place.folder / "up");
  for (const char* location : {"link", "inner_link", "up/secret"}) {
    CHECK(place.refuse(at(location)) ==
          "InvalidModel: tensor 'w': external data '" + std::string(location) +
              "' cannot be opened: its path contains a symbolic link");
  }
}

TEST_CASE("the walk without openat2 opens and refuses the same") {
  const Place place;
  fs::create_symlink("../secret", place.folder / "link");
  fs::create_directory_symlink("..", place.folder / "up");
  fs::create_directory_symlink("deep", place.folder / "side");
  for (const Resolution way : {Resolution::kernel, Resolution::walk}) {
    CHECK(open_beneath(place.folder, "weights", way).valid());
    CHECK(open_beneath(place.folder, "./deep//weights", way).valid());
    for (const char* location : {"link", "up/secret", "side/weights", "missing", "weights/x"}) {
      INFO(location);
      CHECK_FALSE(open_beneath(place.folder, location, way).valid());
    }
  }
}

TEST_CASE("external data that is a hard link or no regular file is refused") {
  const Place place;
  fs::create_hard_link(place.outside.path() / "secret", place.folder / "hard");
  CHECK(place.refuse(at("hard")) ==
        "InvalidModel: tensor 'w': external data 'hard' is a hard "
        "link: the file has 2 names (--allow-symlinks opens it)");
  const auto opened = read_tensor(message<onnx::TensorProto>(at("hard")),
                                  {place.folder, SymbolicLinks::within_cache});
  CHECK(opened.ints() == std::vector<int64_t>{1, 2});
  CHECK(place.refuse(at("deep")) ==
        "InvalidModel: tensor 'w': external data 'deep' is not a regular file");
  CHECK(place.refuse(at(".")) ==
        "InvalidModel: tensor 'w': external data '.' is not a regular file");
  REQUIRE(::mkfifo((place.folder / "pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
  CHECK(place.refuse(at("pipe")) ==
        "InvalidModel: tensor 'w': external data 'pipe' is not a regular file");
  CHECK(place.refuse(at("missing")) ==
        "InvalidModel: tensor 'w': external data 'missing' cannot "
        "be opened: No such file or directory");
}

TEST_CASE("external data entries that are unknown or repeated or no numbers are refused") {
  const Place place;
  const std::string here = entry("location", "weights");
  const std::string front = "InvalidModel: tensor 'w': ";
  CHECK(place.refuse(external(here + entry("__class__", "x"))) ==
        front + "external_data has the unknown key '__class__'");
  CHECK(place.refuse(external(here + here)) ==
        front + "external_data has the key 'location' twice");
  for (const char* text : {"-1", "1.0", "0x1", "", " 1", "99999999999999999999"}) {
    CHECK(place.refuse(external(here + entry("offset", text))) ==
          front + "external_data's offset is '" + text + "', which is not a number of bytes");
    CHECK(place.refuse(external(here + entry("length", text))) ==
          front + "external_data's length is '" + text + "', which is not a number of bytes");
  }
}

TEST_CASE("external data past the end of its file or of the wrong size is refused") {
  const Place place;
  const std::string here = entry("location", "weights");
  const std::string front = "InvalidModel: tensor 'w': ";
  const auto passes_end = [&](const std::string& offset, const std::string& length) {
    CHECK(place.refuse(external(here + entry("offset", offset) + entry("length", length))) ==
          front + "external data 'weights' has 2 bytes, which end before offset " + offset +
              " plus length " + length);
  };
  passes_end("1", "2");
  passes_end("3", "0");
  passes_end("0", "18446744073709551615");
  passes_end("18446744073709551615", "2");
  CHECK(place.refuse(external(here + entry("length", "1"))) ==
        front + "external_data has 1 bytes, but a uint8 tensor of shape [2] needs 2 bytes");
  CHECK(
      place.refuse("name: 'w' dims: 1099511627776 data_type: 2 data_location: EXTERNAL " + here) ==
      front +
          "external_data has 2 bytes, but a uint8 tensor of shape [1099511627776] needs "
          "1099511627776 bytes");
}

TEST_CASE("external data that must be copied and does not fit the memory budget is refused") {
  const Place place;
  fs::resize_file(place.folder / "weights", 1 << 20);
  Limits limits;
  limits.max_memory = 1 << 16;
  const LimitScope scope(limits);
  // int4 is unpacked, and bools are checked.
  for (const char* tensor : {"dims: 2097152 data_type: 22", "dims: 1048576 data_type: 9"}) {
    CHECK(place
              .refuse("name: 'w' data_location: EXTERNAL " + std::string(tensor) + " " +
                      entry("location", "weights"))
              .starts_with("LimitExceeded: tensor 'w': "));
  }
}

TEST_CASE("external data with another checksum is refused") {
  const Place place;
  // sha1sum of the bytes 3 and 4.
  const std::string found = "c512123626a98914cb55a769db20808db3df3af7";
  for (const std::string stated : {"00", "", "11966ab9c099f8fabefac54c08d5be2bd8c903af"}) {
    CHECK(place.refuse(external(entry("location", "weights") + entry("checksum", stated))) ==
          "InvalidModel: tensor 'w': external data 'weights' has the SHA-1 checksum " + found +
              ", but external_data states '" + stated + "'");
  }
}

TEST_CASE("external data is checked for every tensor") {
  const Place place;
  const std::string bad = at("../secret");
  const std::string why =
      "InvalidModel: tensor 'w': external data location '../secret' contains '..'";
  const auto refuse = [&](const std::string& graph, const std::string& more = "") {
    return refusal([&] { parse_model(model_bytes(graph, more), place.folder); });
  };
  const std::string constant =
      "node { op_type: 'Constant' output: 'c' "
      "attribute { name: 'value' type: TENSOR t { " +
      bad + " } } } ";
  CHECK(refuse(constant) == why);
  CHECK(refuse("input { name: 'x' type { tensor_type { elem_type: 9 } } } "
               "node { op_type: 'If' input: 'x' output: 'y' attribute { name: 'then_branch' "
               "type: GRAPH g { " +
               constant + " } } }") == why);
  CHECK(refuse("", "functions { name: 'p' domain: 'f' " + constant + " }") == why);
  CHECK(refuse("sparse_initializer { values { " + bad + " } }") == why);
  CHECK(refuse("", "training_info { algorithm { initializer { " + bad + " } } }") == why);
  const fs::path input =
      write_in(place.outside, "model/i.pb", message<onnx::TensorProto>(bad).SerializeAsString());
  CHECK(refusal([&] { read_value(input, {}); }) ==
        "InvalidInput: '" + input.native() +
            "': tensor 'w': external data location '../secret' contains '..'");
}

// --- Tensors ---------------------------------------------------------------------------------

TEST_CASE("a payload that differs from the dims is refused before anything is allocated") {
  const std::string front = "InvalidModel: tensor 't': ";
  CHECK(tensor_refusal("dims: 2 data_type: 1 raw_data: 'abc'") ==
        front + "raw_data has 3 bytes, but a float tensor of shape [2] needs 8 bytes");
  CHECK(tensor_refusal("dims: 140737488355328 data_type: 1 raw_data: 'abcd'") ==
        front +
            "raw_data has 4 bytes, but a float tensor of shape [140737488355328] needs "
            "562949953421312 bytes");
  CHECK(tensor_refusal("dims: 3 data_type: 1 float_data: 1") ==
        front + "float_data has 1 entries, but a float tensor of shape [3] needs 3 entries");
  CHECK(tensor_refusal("dims: 3 data_type: 1") ==
        front + "data has 0 entries, but a float tensor of shape [3] needs 3 entries");
  CHECK(tensor_refusal("dims: 0 data_type: 1 float_data: 1") ==
        front + "float_data has 1 entries, but a float tensor of shape [0] needs 0 entries");
  CHECK(tensor_refusal("dims: 1 data_type: 14 float_data: 1") ==
        front + "float_data has 1 entries, but a complex64 tensor of shape [1] needs 2 entries");
  CHECK(tensor_refusal("dims: 3 data_type: 22 raw_data: 'a'") ==
        front + "raw_data has 1 bytes, but a int4 tensor of shape [3] needs 2 bytes");
  CHECK(tensor_refusal("dims: 5 data_type: 26 int32_data: 1") ==
        front + "int32_data has 1 entries, but a int2 tensor of shape [5] needs 2 entries");
}

TEST_CASE("shapes that overflow; are negative or of huge rank are refused") {
  CHECK(tensor_refusal("dims: 9223372036854775807 dims: 9223372036854775807 data_type: 1") ==
        "LimitExceeded: tensor 't': the shape [9223372036854775807, 9223372036854775807] has too "
        "many elements");
  CHECK(tensor_refusal("dims: 4294967296 dims: 4294967296 data_type: 2 raw_data: ''")
            .starts_with("LimitExceeded: tensor 't': the shape"));
  CHECK(tensor_refusal("dims: 2 dims: -1 data_type: 1") ==
        "InvalidModel: tensor 't': negative dimension -1");
  std::string rank_1000;
  for (int i = 0; i < 1000; ++i) rank_1000 += "dims: 1 ";
  CHECK(tensor_refusal(rank_1000 + "data_type: 2 raw_data: 'a'") ==
        "LimitExceeded: tensor 't': a shape of rank 1000; at most 64 is supported");
}

TEST_CASE("a second data field or the wrong one for the type is refused") {
  const std::string front = "InvalidModel: tensor 't': ";
  CHECK(tensor_refusal("dims: 1 data_type: 1 raw_data: 'abcd' float_data: 1") ==
        front + "both raw_data and float_data are set");
  CHECK(tensor_refusal("dims: 1 data_type: 1 float_data: 1 int64_data: 1") ==
        front + "both float_data and int64_data are set");
  CHECK(tensor_refusal("dims: 1 data_type: 1 data_location: EXTERNAL float_data: 1 " +
                       entry("location", "w")) ==
        front + "both float_data and external_data are set");
  CHECK(tensor_refusal("dims: 1 data_type: 1 " + entry("location", "w")) ==
        front + "external_data does not match data_location DEFAULT");
  CHECK(tensor_refusal("dims: 1 data_type: 1 data_location: EXTERNAL float_data: 1") ==
        front + "float_data does not match data_location EXTERNAL");
  CHECK(tensor_refusal("dims: 1 data_type: 1 int64_data: 1") ==
        front + "int64_data is set in a float tensor, which uses float_data");
  CHECK(tensor_refusal("dims: 1 data_type: 8 raw_data: 'a'") ==
        front + "raw_data is set in a string tensor, which uses string_data");
  CHECK(tensor_refusal("dims: 1 data_type: 8 data_location: EXTERNAL " + entry("location", "w")) ==
        front + "external_data cannot hold strings");
}

TEST_CASE("unknown element types and segments are refused") {
  CHECK(tensor_refusal("dims: 0") == "InvalidModel: tensor 't': unknown element type 0");
  CHECK(tensor_refusal("dims: 0 data_type: 29") ==
        "InvalidModel: tensor 't': unknown element type 29");
  CHECK(tensor_refusal("dims: 0 data_type: -1") ==
        "InvalidModel: tensor 't': unknown element type -1");
  CHECK(tensor_refusal("dims: 1 data_type: 1 float_data: 1 segment { begin: 0 end: 1 }") ==
        "InvalidModel: tensor 't': the field segment is not supported");
}

TEST_CASE("entries that their type cannot hold are refused") {
  const std::string front = "InvalidModel: tensor 't': ";
  CHECK(tensor_refusal("dims: 1 data_type: 3 int32_data: 128") ==
        front + "entry 128 of int32_data is outside [-128, 127] of int8");
  CHECK(tensor_refusal("dims: 1 data_type: 10 int32_data: -1") ==
        front + "entry -1 of int32_data is outside [0, 65535] of float16");
  CHECK(tensor_refusal("dims: 1 data_type: 21 int32_data: 256") ==
        front + "entry 256 of int32_data is outside [-128, 255] of uint4");
  CHECK(tensor_refusal("dims: 1 data_type: 27 int32_data: 64") ==
        front + "entry 64 of int32_data is outside [0, 63] of float6e2m3");
  CHECK(tensor_refusal("dims: 1 data_type: 12 uint64_data: 4294967296") ==
        front + "entry 4294967296 of uint64_data is not a uint32");
  CHECK(tensor_refusal(R"(dims: 1 data_type: 9 raw_data: "\2")") ==
        front + "a bool is 2; it must be 0 or 1");
}

TEST_CASE("a tensor that does not fit the memory budget is refused") {
  onnx::TensorProto proto = message<onnx::TensorProto>("name: 't' dims: 65536 data_type: 2");
  proto.set_raw_data(std::string(65536, 'a'));
  CHECK(test::refusal_within(test::memory_of(1 << 10), [&] {
          read_tensor(proto, {});
        }).starts_with("LimitExceeded: tensor 't': 65536 more bytes on top of "));
}

std::string refusal_within_budget(const std::string& bytes) {
  return test::refusal_within(test::memory_of(10'000'000), [&] { parse_model(bytes); });
}

TEST_CASE("a model is charged to the memory budget while it is read") {
  // Field 25 of a ModelProto is a function: here an empty one.
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += {'\xCA', '\x01', '\x00'};
  CHECK(refusal_within_budget(bytes).find("more bytes on top of") != std::string::npos);
  CHECK(refusal_within_budget(bytes.substr(0, 300)) == "InvalidModel: the model has no ir_version");
}

TEST_CASE("the defaults of attributes are charged to the memory budget") {
  // An LRN takes few bytes in a file, and has the defaults of alpha, beta and bias.
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(13);
  for (int i = 0; i < 8'000; ++i) model.mutable_graph()->add_node()->set_op_type("LRN");
  CHECK(refusal_within_budget(model.SerializeAsString()).find("more bytes on top of") !=
        std::string::npos);
}

TEST_CASE("a .npy header with many strings of no width is refused") {
  Limits limits;
  limits.max_memory = 1 << 20;
  const LimitScope scope(limits);
  std::string header = "{'descr': '<U0', 'fortran_order': False, 'shape': (1000000,), }\n";
  const std::string bytes = std::string("\x93NUMPY\x01\x00", 8) +
                            std::string{static_cast<char>(header.size()), '\0'} + header;
  CHECK(refusal([&] { parse_npy(bytes); }).find("more bytes on top of") != std::string::npos);
}

std::string sparse_refusal(const std::string& indices, const std::string& dims) {
  const std::string values =
      "values { name: 's' dims: 2 data_type: 1 float_data: 1 float_data: 2 } ";
  return refusal([&] {
    read_sparse(message<onnx::SparseTensorProto>(values + "indices { " + indices + " } " + dims),
                {});
  });
}

TEST_CASE("sparse indices out of range or unsorted or of the wrong shape are refused") {
  const std::string front = "InvalidModel: sparse tensor 's': ";
  const std::string linear = "dims: 2 data_type: 7 ";
  const std::string pairs = "dims: 2 dims: 2 data_type: 7 ";
  const std::string dims = "dims: 2 dims: 3";
  CHECK(sparse_refusal(linear + "int64_data: 0 int64_data: 5", dims).empty());
  CHECK(sparse_refusal(linear + "int64_data: 0 int64_data: 6", dims) ==
        front + "sparse index 6 is outside [0, 6)");
  CHECK(sparse_refusal(linear + "int64_data: -1 int64_data: 5", dims) ==
        front + "sparse index -1 is outside [0, 6)");
  CHECK(sparse_refusal(linear + "int64_data: 5 int64_data: 0", dims) ==
        front + "sparse indices are unsorted: position 5 comes before 0");
  CHECK(sparse_refusal(linear + "int64_data: 1 int64_data: 1", dims) ==
        front + "sparse indices are unsorted: position 1 comes before 1");
  CHECK(sparse_refusal(pairs + "int64_data: [0, 2, 1, 0]", dims).empty());
  CHECK(sparse_refusal(pairs + "int64_data: [0, 2, 2, 0]", dims) ==
        front + "sparse index 2 is outside [0, 2)");
  CHECK(sparse_refusal(pairs + "int64_data: [1, 0, 0, 2]", dims) ==
        front + "sparse indices are unsorted: position 3 comes before 2");
  CHECK(sparse_refusal("dims: 1 data_type: 7 int64_data: 0", dims) ==
        front +
            "the sparse indices are int64 of shape [1]; int64 of shape [2] or [2, 2] is needed");
  CHECK(sparse_refusal("dims: 2 data_type: 6 int32_data: 0 int32_data: 1", dims) ==
        front +
            "the sparse indices are int32 of shape [2]; int64 of shape [2] or [2, 2] is needed");
  CHECK(sparse_refusal(linear + "int64_data: 0 int64_data: 1", "dims: -6") ==
        front + "negative dimension -6");
}

// --- Graphs ----------------------------------------------------------------------------------

std::string relu(const std::string& from, const std::string& to) {
  return "node { op_type: 'Relu' input: '" + from + "' output: '" + to + "' } ";
}
const std::string float_input = "input { name: 'x' type { tensor_type { elem_type: 1 } } } ";

TEST_CASE("graphs out of order; with duplicate or with unresolved names are refused") {
  CHECK(model_refusal(float_input + relu("a", "b") + relu("x", "a")).starts_with("InvalidModel: "));
  CHECK(model_refusal(float_input + relu("x", "a") + relu("x", "a")) ==
        "InvalidModel: Relu-13 (output 'a'): the name 'a' is defined twice");
  CHECK(model_refusal(float_input + relu("nowhere", "a")) ==
        "InvalidModel: Relu-13 (output 'a'): nothing defines its input 'nowhere'");
}

std::string function(const std::string& name, const std::string& calls) {
  return "functions { domain: 'f' name: '" + name +
         "' input: 'x' output: 'y' node { domain: 'f' "
         "op_type: '" +
         calls +
         "' input: 'x' output: 'y' } "
         "opset_import { domain: 'f' version: 1 } } ";
}

TEST_CASE("functions that are unknown or duplicate or recursive are refused") {
  const std::string leaf = "functions { domain: 'f' name: 'leaf' input: 'x' output: 'y' " +
                           relu("x", "y") + " opset_import { version: 13 } } ";
  CHECK(model_refusal("", function("a", "leaf") + leaf).empty());
  CHECK(model_refusal("", function("a", "gone")) ==
        "InvalidModel: f.gone (output 'y'): the model has no function 'gone' of domain 'f'");
  CHECK(model_refusal("", leaf + leaf) == "InvalidModel: function 'f.leaf' is defined twice");
  CHECK(model_refusal("", function("a", "a")) == "InvalidModel: function 'f.a' calls itself");
  CHECK(model_refusal("", function("a", "b") + function("b", "c") + function("c", "a")) ==
        "InvalidModel: function 'f.a' calls itself");
}

TEST_CASE("a function that calls itself from an inner graph is recursive") {
  const std::string branch =
      "g { node { domain: 'f' op_type: 'a' input: 'x' output: 'z' } output { name: 'z' } } } ";
  CHECK(model_refusal("",
                      "functions { domain: 'f' name: 'a' input: 'x' output: 'y' node { "
                      "op_type: 'If' input: 'x' output: 'y' "
                      "attribute { name: 'then_branch' type: GRAPH " +
                          branch + "attribute { name: 'else_branch' type: GRAPH " + branch +
                          "} opset_import { version: 13 } }") ==
        "InvalidModel: function 'f.a' calls itself");
}

// A graph that holds `levels` graphs, each inside the other.
onnx::GraphProto nested(int levels) {
  onnx::GraphProto graph;
  for (int i = 0; i < levels; ++i) {
    onnx::GraphProto outer = message<onnx::GraphProto>(
        "node { op_type: 'If' input: 'c' output: 'y" + std::to_string(i) + "' " +
        "attribute { name: 'then_branch' type: GRAPH g {} } "
        "attribute { name: 'else_branch' type: GRAPH g {} } }");
    outer.mutable_node(0)->mutable_attribute(0)->mutable_g()->Swap(&graph);
    graph.Swap(&outer);
  }
  return graph;
}

std::string nested_model(int levels) {
  onnx::ModelProto model = message<onnx::ModelProto>("ir_version: 8 opset_import { version: 13 }");
  *model.mutable_graph() = nested(levels);
  *model.mutable_graph()->add_input() =
      message<onnx::ValueInfoProto>("name: 'c' type { tensor_type { elem_type: 9 } }");
  return model.SerializeAsString();
}

TEST_CASE("graphs nested 64 deep are read; deeper ones refused") {
  CHECK(refusal([] { parse_model(nested_model(64)); }).empty());
  CHECK(refusal([] { parse_model(nested_model(65)); }) ==
        "InvalidModel: graphs and functions are nested deeper than 64");
  CHECK(refusal([] { parse_model(nested_model(1000)); }) ==
        "InvalidModel: the model is not a valid ONNX protobuf: truncated, malformed or nested too "
        "deeply");
}

TEST_CASE("functions nested deeper than 64 are refused; in any order") {
  const auto chain = [](int length, bool reversed) {
    std::string functions;
    for (int i = 0; i < length; ++i) {
      const int at = reversed ? length - 1 - i : i;
      functions += "functions { domain: 'f' name: 'f" + std::to_string(1000 + at) + "' " +
                   (at + 1 < length
                        ? "node { domain: 'f' op_type: 'f" + std::to_string(1000 + at + 1) + "' }"
                        : "") +
                   "} ";
    }
    return model_refusal("", functions);
  };
  const std::string refused = "InvalidModel: graphs and functions are nested deeper than 64";
  for (const bool reversed : {false, true}) {
    CHECK(chain(64, reversed).empty());
    CHECK(chain(65, reversed) == refused);
    CHECK(chain(5000, reversed) == refused);
  }
}

TEST_CASE("functions that call the next one twice are checked once each") {
  std::string functions;
  for (int i = 0; i < 60; ++i) {
    const std::string next = std::to_string(1000 + i + 1);
    const std::string call = "node { domain: 'f' op_type: 'f" + next + "' } ";
    functions += "functions { domain: 'f' name: 'f" + std::to_string(1000 + i) + "' " +
                 (i + 1 < 60 ? call + call : "") + "} ";
  }
  CHECK(model_refusal("", functions).empty());
}

TEST_CASE("names that are not UTF-8 are refused and shown escaped") {
  const std::string bad = "\\377x";
  const std::string shown = "'\\xffx' is not UTF-8";
  CHECK(model_refusal("input { name: '" + bad + "' }") == "InvalidModel: the value name " + shown);
  CHECK(model_refusal("node { name: '" + bad + "' }") == "InvalidModel: the node name " + shown);
  CHECK(model_refusal("node { op_type: '" + bad + "' }") == "InvalidModel: the op_type " + shown);
  CHECK(model_refusal("node { domain: '" + bad + "' }") == "InvalidModel: the domain " + shown);
  CHECK(model_refusal("node { input: '" + bad + "' }") == "InvalidModel: the input name " + shown);
  CHECK(model_refusal("node { output: '" + bad + "' }") ==
        "InvalidModel: the output name " + shown);
  CHECK(model_refusal("node { op_type: 'Relu' attribute { name: '" + bad + "' } }") ==
        "InvalidModel: Relu: the attribute name " + shown);
  CHECK(model_refusal("initializer { data_type: 1 float_data: 1 name: '" + bad + "' }") ==
        "InvalidModel: the initializer name " + shown);
  CHECK(model_refusal("", "functions { name: '" + bad + "' }") ==
        "InvalidModel: the function name " + shown);
  CHECK(model_refusal("", "opset_import { domain: '" + bad + "' }") ==
        "InvalidModel: the domain " + shown);
}

TEST_CASE("overlong forms and surrogates and lone continuation bytes are not UTF-8") {
  CHECK(valid_utf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82"));
  for (const char* bytes : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80",
                            "\xE2\x82", "\xF8\x88\x80\x80\x80"}) {
    CHECK_FALSE(valid_utf8(bytes));
  }
}

TEST_CASE("a message quotes at most one line of a file") {
  CHECK(in_quotes("a\nb\x80") == "'a\\x0ab\\x80'");
  CHECK(in_quotes(std::string(1 << 20, 'a')).size() < 200);
}

// --- Bytes -----------------------------------------------------------------------------------

std::string rich_model() {
  return model_bytes(float_input + relu("x", "a") + R"(
    initializer { name: "w" dims: 2 data_type: 7 raw_data: "0123456789abcdef" }
    node { op_type: "Constant" output: "k"
      attribute { name: "value" type: TENSOR t { dims: 1 data_type: 1 float_data: 1 } } }
    output { name: "a" type { sequence_type { elem_type { tensor_type { elem_type: 1
      shape { dim { dim_param: "N" } } } } } } })",
                     function("p", "leaf") +
                         "functions { domain: 'f' name: 'leaf' input: 'x' output: 'y' " +
                         relu("x", "y") + " opset_import { version: 13 } } ");
}

TEST_CASE("every prefix of a model is refused or read; without harm") {
  const std::string bytes = rich_model();
  REQUIRE(refusal([&] { parse_model(bytes); }).empty());
  for (size_t length = 0; length < bytes.size(); ++length) {
    const std::string refused = refusal([&] { parse_model(bytes.substr(0, length)); });
    CHECK((refused.empty() || refused.starts_with("InvalidModel: ")));
  }
}

TEST_CASE("every model with one byte changed is refused or read; without harm") {
  const std::string bytes = rich_model();
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {0x01, 0x08, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      const std::string refused = refusal([&] { parse_model(changed); });
      CHECK((refused.empty() || refused.starts_with("InvalidModel: ") ||
             refused.starts_with("Unsupported: ") || refused.starts_with("LimitExceeded: ")));
    }
  }
}

TEST_CASE("bytes that are not a model are refused in one sentence") {
  CHECK(refusal([] { parse_model("no model at all"); }) ==
        "InvalidModel: the model is not a valid ONNX protobuf: truncated, malformed or nested too "
        "deeply");
  CHECK(refusal([] { parse_model(""); }) == "InvalidModel: the model has no ir_version");
}

}  // namespace
}  // namespace etalon::safe_loading_test
