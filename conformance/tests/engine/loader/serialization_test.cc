// Tensors and values from and to protobuf and .npy, with the bytes written out by hand.
#include "engine/loader/serialization.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/loader/npy.h"

namespace etalon::serialization_test {
namespace {

Tensor tensor(const std::string& text) { return read_tensor(message<onnx::TensorProto>(text), {}); }

std::vector<int64_t> ints(const std::string& text) { return tensor(text).ints(); }

std::vector<double> reals(const Tensor& tensor) {
  const Reals values = tensor.as<double>();
  return {values.begin(), values.end()};
}

std::vector<std::string> texts(const Tensor& tensor) {
  const auto slots = tensor.slots<std::string>();
  return {slots.begin(), slots.end()};
}

using I = std::vector<int64_t>;
using R = std::vector<double>;
using S = std::vector<std::string>;

TEST_CASE("raw_data is little-endian") {
  CHECK(
      ints(
          R"(dims: 2 data_type: 7 raw_data: "\1\2\0\0\0\0\0\0\376\377\377\377\377\377\377\377")") ==
      I{513, -2});
  CHECK(reals(tensor(R"(dims: 1 data_type: 1 raw_data: "\0\0\300\77")")) == R{1.5});
  CHECK(reals(tensor(R"(dims: 1 data_type: 10 raw_data: "\0\76")")) == R{1.5});
  CHECK(ints(R"(dims: 2 data_type: 9 raw_data: "\0\1")") == I{0, 1});
}

TEST_CASE("a large raw_data is read where it lies whatever is around it") {
  constexpr int64_t count = 20'000;
  std::string elements(count * sizeof(int64_t), '\0');
  for (int64_t i = 0; i < count; ++i) std::memcpy(&elements[size_t(i) * sizeof i], &i, sizeof i);
  const auto bytes = [&](int64_t dim, int type) {
    onnx::TensorProto proto;
    proto.add_dims(dim);
    proto.set_data_type(type);
    proto.set_name("x");
    proto.set_raw_data(elements);
    proto.set_doc_string("comes after it");
    return proto.SerializeAsString();
  };
  const auto error = [](const std::string& text) {
    try {
      parse_value(text, {}, {});
    } catch (const InvalidModel& problem) {
      return std::string(problem.what());
    }
    return std::string();
  };
  const std::string good = bytes(count, 7);
  const I read = parse_value(good, {}, {}).tensor().ints();
  REQUIRE(read.size() == count);
  CHECK(read[0] == 0);
  CHECK(read[513] == 513);
  CHECK(read[count - 1] == count - 1);
  CHECK(error(good.substr(0, good.size() - 1)).find("truncated") != std::string::npos);
  CHECK(error(good.substr(0, 1000)).find("truncated") != std::string::npos);
  CHECK(error(bytes(count - 1, 7)) ==
        "tensor 'x': raw_data has 160000 bytes, but a int64 tensor of shape [19999] needs 159992 "
        "bytes");
  CHECK(error(bytes(count, 8)) ==
        "tensor 'x': raw_data is set in a string tensor, which uses string_data");
  // Of a field that is given twice, a protobuf has the last.
  onnx::TensorProto again;
  again.set_raw_data(std::string(elements.size(), '\1'));
  const I last = parse_value(good + again.SerializeAsString(), {}, {}).tensor().ints();
  CHECK(last == I(count, 0x0101010101010101));
}

TEST_CASE("each element type is read from its own field") {
  CHECK(reals(tensor("dims: 2 data_type: 1 float_data: 1.5 float_data: -2")) == R{1.5, -2});
  CHECK(reals(tensor("dims: 1 data_type: 11 double_data: 0.1")) == R{0.1});
  CHECK(ints("dims: 2 data_type: 3 int32_data: -128 int32_data: 127") == I{-128, 127});
  CHECK(ints("dims: 1 data_type: 2 int32_data: 255") == I{255});
  CHECK(ints("dims: 1 data_type: 5 int32_data: -32768") == I{-32768});
  CHECK(ints("dims: 1 data_type: 6 int32_data: -2147483648") == I{-2147483648LL});
  CHECK(ints("dims: 1 data_type: 9 int32_data: 1") == I{1});
  CHECK(ints("dims: 1 data_type: 12 uint64_data: 4294967295") == I{4294967295LL});
  CHECK(ints("dims: 1 data_type: 13 uint64_data: 7") == I{7});
  CHECK(texts(tensor("dims: 2 data_type: 8 string_data: 'a' string_data: ''")) == S{"a", ""});
}

TEST_CASE("narrow floats in int32_data are bit patterns") {
  CHECK(reals(tensor("dims: 1 data_type: 10 int32_data: 0x3E00")) == R{1.5});
  CHECK(reals(tensor("dims: 1 data_type: 16 int32_data: 0x3FC0")) == R{1.5});
  CHECK(reals(tensor("dims: 1 data_type: 17 int32_data: 0x3C")) == R{1.5});
}

TEST_CASE("complex numbers are pairs; real part first") {
  const Complexes c64 =
      tensor("dims: 1 data_type: 14 float_data: 1 float_data: 2").as<std::complex<double>>();
  CHECK(c64.data()[0] == std::complex<double>(1, 2));
  const Complexes c128 =
      tensor("dims: 1 data_type: 15 double_data: 3 double_data: 4").as<std::complex<double>>();
  CHECK(c128.data()[0] == std::complex<double>(3, 4));
}

TEST_CASE("elements narrower than a byte follow each other from the lowest bit") {
  // 0xA7: 7, then 10, which is -6 in two's complement; the last byte is padded.
  CHECK(ints(R"(dims: 3 data_type: 22 raw_data: "\247\001")") == I{7, -6, 1});
  CHECK(ints("dims: 3 data_type: 21 int32_data: 0xA7 int32_data: 0x01") == I{7, 10, 1});
  // 0x1B = 00 01 10 11 from the top: 3, 2, 1, 0.
  CHECK(ints(R"(dims: 4 data_type: 25 raw_data: "\033")") == I{3, 2, 1, 0});
  CHECK(ints(R"(dims: 4 data_type: 26 raw_data: "\033")") == I{-1, -2, 1, 0});
  // float4e2m1: 0b0111 is 6, 0b1001 is -0.5.
  CHECK(reals(tensor(R"(dims: 2 data_type: 23 raw_data: "\227")")) == R{6, -0.5});
  // float6e3m2, whose bias is 3: 0b001100 is 1, 0b101100 is -1, 0b010000 is 2, 0b011111 is 28.
  // 0x0C | 0x2C << 6 | 0x10 << 12 | 0x1F << 18 = 0x7D0B0C.
  CHECK(reals(tensor(R"(dims: 4 data_type: 28 raw_data: "\014\013\175")")) == R{1, -1, 2, 28});
  CHECK(reals(tensor("dims: 2 data_type: 28 int32_data: 0x0C int32_data: 0x2C")) == R{1, -1});
}

TEST_CASE("scalars and empty tensors") {
  CHECK(tensor("data_type: 7 int64_data: 3").shape().empty());
  CHECK(tensor("dims: 0 dims: 3 data_type: 1").shape() == Shape{0, 3});
}

TEST_CASE("what is written reads back bit by bit") {
  const std::string raw8 = R"(raw_data: "\1\2\3\4\376\377\0\200")";
  for (const auto& [type, count] : std::map<int, int>{
           {1, 2},   {2, 8},   {3, 8},  {4, 4},   {5, 4},   {6, 2},   {7, 1},  {10, 4}, {11, 1},
           {12, 2},  {13, 1},  {14, 1}, {16, 4},  {17, 8},  {18, 8},  {19, 8}, {20, 8}, {21, 16},
           {22, 15}, {23, 16}, {24, 8}, {25, 29}, {26, 32}, {27, 10}, {28, 10}}) {
    INFO("element type " << type);
    const Tensor original = tensor("dims: " + std::to_string(count) +
                                   " data_type: " + std::to_string(type) + " " + raw8);
    onnx::TensorProto proto;
    write_tensor(original, "t", proto);
    CHECK(proto.name() == "t");
    CHECK(proto.raw_data().size() == 8);
    CHECK(identical(read_tensor(proto, {}), original));
    CHECK(identical(parse_npy(format_npy(original), original.dtype()), original));
  }
}

TEST_CASE("types are read with their nesting and symbols and gaps") {
  const auto type = [](const std::string& text) {
    return read_type(message<onnx::TypeProto>(text));
  };
  CHECK(to_string(type("optional_type { elem_type { sequence_type { elem_type { tensor_type { "
                       "elem_type: 7 } } } } }")) == "optional(seq(tensor(int64)))");
  CHECK(to_string(type("map_type { key_type: 8 value_type { tensor_type { elem_type: 1 } } }")) ==
        "map(string, tensor(float))");
  CHECK(type("sparse_tensor_type { elem_type: 1 }").kind == Type::Kind::sparse_tensor);
  CHECK(type("").kind == Type::Kind::unknown);
  CHECK(refusal([&] { type("tensor_type { elem_type: 99 }"); }) ==
        "InvalidModel: unknown element type 99");
  CHECK(refusal([&] { type("map_type { key_type: 1 }"); }) ==
        "InvalidModel: a map's keys are of type float; they must be integers or strings");
  CHECK(refusal([&] { type("opaque_type { name: 'o' }"); }) ==
        "Unsupported: the opaque type 'o' is not supported");
}

const Type reals_type = Type::tensor(DType::float32);

template <class Proto>
Value value(const std::string& text, const Type& type) {
  return parse_value(message<Proto>(text).SerializeAsString(), type, {});
}

TEST_CASE("a sequence keeps its order and its element type") {
  const Value read = value<onnx::SequenceProto>(
      "elem_type: 1 tensor_values { dims: 1 data_type: 1 float_data: 2 } "
      "tensor_values { data_type: 1 float_data: 3 }",
      Type::sequence(reals_type));
  REQUIRE(read.sequence().items.size() == 2);
  CHECK(read.sequence().items[0].tensor().shape() == Shape{1});
  CHECK(read.sequence().items[1].tensor().item<double>() == 3);
  const Value empty = value<onnx::SequenceProto>("elem_type: 1", Type::sequence(reals_type));
  CHECK(to_string(empty.type()) == "seq(tensor(float))");
}

TEST_CASE("an optional holds one value or none") {
  const Type type = Type::optional(reals_type);
  const Value full =
      value<onnx::OptionalProto>("elem_type: 1 tensor_value { data_type: 1 float_data: 2 }", type);
  REQUIRE(full.optional().held);
  CHECK(full.optional().held->tensor().item<double>() == 2);
  CHECK_FALSE(value<onnx::OptionalProto>("name: 'o' elem_type: 0", type).optional().held);
  CHECK(to_string(value<onnx::OptionalProto>("", type).type()) == "optional(tensor(float))");
}

TEST_CASE("an optional stored as its bare value is that value") {
  const Value bare = value<onnx::TensorProto>("dims: 2 data_type: 1 float_data: 2 float_data: 4",
                                              Type::optional(reals_type));
  REQUIRE(bare.optional().held);
  CHECK(bare.optional().held->tensor().shape() == Shape{2});
  const Value sequence =
      value<onnx::SequenceProto>("elem_type: 1 tensor_values { data_type: 1 float_data: 2 }",
                                 Type::optional(Type::sequence(reals_type)));
  REQUIRE(sequence.optional().held);
  CHECK(sequence.optional().held->sequence().items.size() == 1);
}

TEST_CASE("maps have integer or string keys") {
  const Type type = Type::map(DType::int64, reals_type);
  const Value read = value<onnx::MapProto>(
      "key_type: 7 keys: 5 keys: -1 values { elem_type: 1 "
      "tensor_values { data_type: 1 float_data: 2 } tensor_values { data_type: 1 float_data: 3 } }",
      type);
  CHECK(read.map().keys.ints() == I{5, -1});
  CHECK(read.map().values[1].tensor().item<double>() == 3);
  const Value named = value<onnx::MapProto>(
      "key_type: 8 string_keys: 'k' values { elem_type: 1 "
      "tensor_values { data_type: 1 float_data: 2 } }",
      Type::map(DType::string, reals_type));
  CHECK(named.map().keys.item<std::string>() == "k");
  CHECK(to_string(named.type()) == "map(string, tensor(float))");
}

TEST_CASE("malformed sequences and optionals and maps are refused") {
  const Type sequence = Type::sequence(reals_type);
  const Type map = Type::map(DType::int64, reals_type);
  CHECK(refusal([&] {
          value<onnx::SequenceProto>("elem_type: 3 tensor_values { data_type: 1 float_data: 1 }",
                                     sequence);
        }) == "InvalidModel: elem_type is 3, but the values are of kind 1");
  CHECK(refusal([&] {
          value<onnx::SequenceProto>("elem_type: 1 tensor_values { data_type: 7 int64_data: 1 }",
                                     sequence);
        }) == "InvalidModel: element 0 is a tensor(int64) where a tensor(float) is expected");
  CHECK(refusal([&] { value<onnx::MapProto>("key_type: 7 keys: 5", map); }) ==
        "InvalidModel: a map has 1 keys and 0 values");
  CHECK(refusal([&] { value<onnx::MapProto>("key_type: 7 keys: 5 keys: 5", map); }) ==
        "InvalidModel: a map holds the same key twice");
  CHECK(refusal([&] { value<onnx::MapProto>("key_type: 7 string_keys: 'k'", map); }) ==
        "InvalidModel: a map's keys are not of its key_type");
}

TEST_CASE("values of every kind are written as they are read") {
  const Value number = scalar(DType::float32, 2.0);
  const Value sequence = Sequence{reals_type, {number, number}};
  const Type sequences = Type::sequence(reals_type);
  const Value nested = Optional{sequences, std::make_shared<const Value>(sequence)};
  const auto again = [](const Value& value) {
    return parse_value(serialize_value(value, "v"), value.type(), {});
  };
  CHECK(again(sequence).sequence().items.size() == 2);
  CHECK(again(nested).optional().held->sequence().items[1].tensor().item<double>() == 2);
  CHECK_FALSE(again(Optional{sequences, nullptr}).optional().held);
  const Value map = Map{vector_of({3}), {number}, reals_type};
  CHECK(again(map).map().keys.ints() == I{3});
  const SparseTensor sparse{Tensor::of(DType::float32, Reals{4.0}), vector_of({1}), {3}};
  CHECK(again(sparse).sparse().indices.ints() == I{1});
  CHECK(again(Sequence{sequences, {sequence}}).sequence().items[0].sequence().items.size() == 2);
  CHECK(refusal([] { serialize_value({}, "v"); }) ==
        "InvalidInput: value 'v' is absent and cannot be written");
}

TEST_CASE("bfloat16 stored as uint16 is read as the declared bfloat16") {
  const Value read = value<onnx::TensorProto>("dims: 1 data_type: 4 int32_data: 0x3FC0",
                                              Type::tensor(DType::bfloat16));
  CHECK(read.tensor().dtype() == DType::bfloat16);
  CHECK(reals(read.tensor()) == R{1.5});
}

// A .npy file of version 1 (or 2, 3) with this header and these data.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string result = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  result += static_cast<char>(header.size());
  result += version == 1 ? std::string(1, '\0') : std::string(3, '\0');
  return result + header + data;
}

std::string npy_header(const std::string& descr, const std::string& order,
                       const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

TEST_CASE(".npy files of every version and byte order are read") {
  const std::string little("\1\0\2\0", 4);
  const std::string big("\0\1\0\2", 4);
  for (const int version : {1, 2, 3}) {
    CHECK(parse_npy(npy(npy_header("<i2", "False", "(2,)"), little, version)).ints() == I{1, 2});
  }
  CHECK(parse_npy(npy(npy_header(">i2", "False", "(2,)"), big)).ints() == I{1, 2});
  CHECK(parse_npy(npy("{\"shape\":(), \"fortran_order\":False, \"descr\":\"|b1\"}", "\1"))
            .item<bool>());
  const Tensor complex =
      parse_npy(npy(npy_header(">c8", "False", "()"), std::string("\x3F\x80\0\0\x40\0\0\0", 8)));
  CHECK(complex.item<std::complex<double>>() == std::complex<double>(1, 2));
}

TEST_CASE("Fortran order is turned into row-major order") {
  // Columns of [[1, 2, 3], [4, 5, 6]] one after another.
  const Tensor read = parse_npy(npy(npy_header("|u1", "True", "(2, 3)"), "\1\4\2\5\3\6"));
  CHECK(read.shape() == Shape{2, 3});
  CHECK(read.ints() == I{1, 2, 3, 4, 5, 6});
  // x[i,j,k] = 4i + 2j + k; i runs fastest in the file.
  const Tensor cube =
      parse_npy(npy(npy_header("|u1", "True", "(2, 2, 2)"), std::string("\0\4\2\6\1\5\3\7", 8)));
  CHECK(cube.ints() == I{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE(".npy strings are code points; padded with zeros") {
  const std::string data("a\0\0\0\xE9\0\0\0z\0\0\0\0\0\0\0", 16);
  const Tensor read = parse_npy(npy(npy_header("<U2", "False", "(2,)"), data));
  CHECK(texts(read) == S{"a\xC3\xA9", "z"});
  CHECK(identical(parse_npy(format_npy(read)), read));
  CHECK(refusal([] { format_npy(Tensor::of(DType::string, Texts{"\xFF"})); }) ==
        "InvalidInput: NumPy cannot hold the string '\\xff': not UTF-8");
}

TEST_CASE("types that NumPy lacks are the bits of unsigned integers") {
  const std::string bits("\xC0\x3F", 2);
  const std::string file = npy(npy_header("<u2", "False", "(1,)"), bits);
  CHECK(parse_npy(file).dtype() == DType::uint16);
  CHECK(reals(parse_npy(file, DType::bfloat16)) == R{1.5});
  CHECK(parse_npy(file, DType::int32).dtype() == DType::uint16);
  CHECK(parse_npy(npy(npy_header("|u1", "False", "(2,)"), "\x0D\xFD"), DType::int4).ints() ==
        I{-3, -3});
  CHECK(refusal([] { parse_npy(npy(npy_header("|u1", "False", "(1,)"), "\x10"), DType::uint4); }) ==
        "InvalidInput: the .npy file holds 16, which is not of type uint4");
}

TEST_CASE("a written .npy file is aligned as NumPy aligns it") {
  const std::string bytes = format_npy(vector_of({1, 2}));
  CHECK(bytes.size() == 128 + 16);
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\1\0", 8));
  CHECK(bytes.substr(10, 61) == "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }    ");
  CHECK(bytes[127] == '\n');
}

TEST_CASE("malformed .npy files are refused") {
  const auto refuse = [](const std::string& bytes) { return refusal([&] { parse_npy(bytes); }); };
  CHECK(refuse("") == "InvalidInput: not a .npy file: it does not begin with the .npy magic");
  CHECK(refuse(npy("", "", 9)) == "InvalidInput: the .npy version 9 is not known");
  CHECK(refuse(npy(npy_header("<i2", "False", "(2,)"), "\1\2").substr(0, 30)) ==
        "InvalidInput: the .npy header is cut short");
  CHECK(refuse(npy(npy_header("<i2", "False", "(2,)"), "\1\2")) ==
        "InvalidInput: 2 bytes of data do not fit a .npy file of shape [2] and type int16");
  CHECK(refuse(npy(npy_header("|O", "False", "(2,)"), "")) ==
        "InvalidInput: the .npy type '|O' is not known");
  CHECK(refuse(npy(npy_header("<f16", "False", "(0,)"), "")) ==
        "InvalidInput: the .npy type 'f16' is not known");
  CHECK(refuse(npy(npy_header("<i2", "False", "(-1,)"), "")) ==
        "InvalidInput: a malformed .npy header: '-1' is not a size");
  CHECK(refuse(npy(npy_header("<i2", "False", "(4611686018427387904, 4)"), "")) ==
        "LimitExceeded: the shape [4611686018427387904, 4] has too many elements");
  CHECK(refuse(npy(npy_header("<U4611686018427387904", "False", "(1,)"), "")) ==
        "InvalidInput: 0 bytes of data do not fit a .npy file of shape [1] and type string");
  CHECK(refuse(npy("{'descr': '<i2'}", "")) ==
        "InvalidInput: a malformed .npy header: it needs descr, fortran_order and shape");
  CHECK(refuse(npy("{'descr': '<i2", "")) ==
        "InvalidInput: a malformed .npy header: an unclosed string");
}

TEST_CASE("value files are written whole and read by their ending") {
  const TemporaryFolder folder;
  const Value written = vector_of({1, 2, 3});
  for (const char* name : {"v.pb", "v.npy"}) {
    write_value(folder.path() / name, written, "v");
    CHECK(identical(read_value(folder.path() / name, {}).tensor(), written.tensor()));
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
  CHECK(refusal([&] {
          write_value(folder.path() / "v.txt", written, "v");
        }).ends_with("does not end in .pb or .npy or .bin"));
  CHECK(refusal([&] {
          write_value(folder.path() / "none" / "v.pb", written, "v");
        }).ends_with(": No such file or directory"));
}

Type declared(DType dtype, std::vector<Dim> shape) {
  Type type = Type::tensor(dtype);
  type.shape = std::move(shape);
  return type;
}

TEST_CASE(".bin files hold elements alone; of the declared type and shape") {
  const TemporaryFolder folder;
  const std::string file = write_in(folder, "v.bin", std::string("\xFF\x00\x05\x80", 4)).native();
  const Type bytes = declared(DType::int8, {int64_t{2}, int64_t{2}});
  CHECK(test::show(read_value(file, bytes)) == "int8[2, 2] -1 0 5 -128");
  CHECK(test::show(read_value(file, declared(DType::uint16, {int64_t{2}}))) ==
        "uint16[2] 255 32773");
  // From the lowest bits on: 0xFF, 0x00, 0x05, 0x80.
  CHECK(test::show(read_value(file, declared(DType::int4, {int64_t{7}}))) ==
        "int4[7] -1 -1 0 0 5 0 0");
  const std::string other = (folder.path() / "w.bin").native();
  write_value(other, read_value(file, bytes), "w");
  CHECK(file_text(other) == file_text(file));
  const auto refused = [&](const Type& type) { return refusal([&] { read_value(file, type); }); };
  const std::string place = "InvalidInput: '" + file + "': ";
  CHECK(refused(declared(DType::int8, {int64_t{2}, int64_t{3}})) ==
        place + "4 bytes where a int8 tensor of shape [2, 3] needs 6 bytes");
  CHECK(refused(declared(DType::int8, {int64_t{2}, std::string("N")})) ==
        place + "dimension 1 is not declared as a number, which a .bin file needs");
  CHECK(refused(Type::tensor(DType::int8)) ==
        place + "no shape is declared, which a .bin file needs");
  CHECK(refused(declared(DType::string, {int64_t{1}})) ==
        place + "raw elements of type string have no size");
  CHECK(refused(declared(DType::boolean, {int64_t{4}})) ==
        place + "a bool is 255; it must be 0 or 1");
}

TEST_CASE("a file without a value is an invalid input; with its name") {
  const TemporaryFolder folder;
  const std::string file = write_in(folder, "v.pb", "\xFF").native();
  CHECK(refusal([&] { read_value(file, {}); }) ==
        "InvalidInput: '" + file +
            "': the value is not a valid ONNX protobuf: truncated, malformed or nested too deeply");
  CHECK(refusal([] { read_value("missing.npy", {}); }) ==
        "InvalidInput: cannot read 'missing.npy': No such file or directory");
}

}  // namespace
}  // namespace etalon::serialization_test
