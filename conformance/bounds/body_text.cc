#include "conformance/bounds/body_text.h"

#include <charconv>
#include <string_view>

#include "engine/loader/serialization.h"
#include "engine/values/errors.h"
#include "engine/values/tensor.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

using onnx::AttributeProto;

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Reads the text from its beginning to its end.
class BodyText {
 public:
  explicit BodyText(const std::vector<std::string>& lines) : text_(joined_lines(lines)) {}

  onnx::FunctionProto function() {
    onnx::FunctionProto function;
    opsets(function);
    function.set_name(word());
    if (takes("<")) {
      list(">", [&] { function.add_attribute(word()); });
    }
    take("(");
    list(")", [&] { function.add_input(word()); });
    take("=>");
    take("(");
    list(")", [&] { function.add_output(word()); });
    nodes(*function.mutable_node());
    return function;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool takes(std::string_view mark) {
    skip();
    if (text_.compare(at_, mark.size(), mark) != 0) return false;
    at_ += mark.size();
    return true;
  }
  void take(std::string_view mark) {
    if (!takes(mark)) fail(mark);
  }
  [[noreturn]] void fail(std::string_view wanted) const {
    throw InvalidInput("a function body has '{}' where {} is wanted", text_.substr(at_, 20),
                       wanted);
  }
  std::string run_of(std::string_view of, std::string_view wanted) {
    skip();
    const size_t end = std::min(text_.find_first_not_of(of, at_), text_.size());
    if (end == at_) fail(wanted);
    const std::string run = text_.substr(at_, end - at_);
    at_ = end;
    return run;
  }
  std::string word() {
    return run_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.", "a name");
  }
  std::string quoted() {
    take("\"");
    const size_t end = text_.find('"', at_);
    if (end == std::string::npos) fail("a quotation mark");
    const std::string content = text_.substr(at_, end - at_);
    at_ = end + 1;
    return content;
  }
  double number() {
    const std::string run = run_of("0123456789+-.einfa", "a number");
    double value = 0;
    const auto [end, error] = std::from_chars(run.data(), run.data() + run.size(), value);
    if (error != std::errc() || end != run.data() + run.size()) fail("a number");
    return value;
  }
  int64_t whole() { return static_cast<int64_t>(number()); }

  // read() for each entry up to `end`, which is taken.
  template <class Read>
  void list(std::string_view end, Read read) {
    while (!takes(end)) {
      read();
      takes(",");
    }
  }

  // <domain: "", opset_import: ["" : 18]>
  void opsets(onnx::FunctionProto& function) {
    take("<");
    list(">", [&] {
      const std::string key = word();
      take(":");
      if (key == "domain") {
        function.set_domain(quoted());
        return;
      }
      take("[");
      list("]", [&] {
        onnx::OperatorSetIdProto& opset = *function.add_opset_import();
        opset.set_domain(quoted());
        take(":");
        opset.set_version(whole());
      });
    });
  }

  // {a, b = Op <attributes> (inputs) <attributes> …}
  template <class Nodes>
  void nodes(Nodes& nodes) {
    take("{");
    list("}", [&] {
      onnx::NodeProto& node = *nodes.Add();
      list("=", [&] { node.add_output(word()); });
      const std::string name = word();
      const size_t point = name.rfind('.');
      if (point != std::string::npos) node.set_domain(name.substr(0, point));
      node.set_op_type(point == std::string::npos ? name : name.substr(point + 1));
      attributes(node);
      take("(");
      while (!takes(")")) {
        node.add_input(left_out() ? "" : word());
        takes(",");
      }
      attributes(node);
    });
  }
  // Graphs stand behind the inputs.
  void attributes(onnx::NodeProto& node) {
    if (!takes("<")) return;
    list(">", [&] { attribute(*node.add_attribute()); });
  }
  bool left_out() {
    if (takes("\"\"")) return true;
    skip();
    return text_[at_] == ',';
  }

  // name: type = value, or = @name of the function's attribute
  void attribute(AttributeProto& to) {
    to.set_name(word());
    take(":");
    const std::string type = word();
    take("=");
    if (takes("@")) {
      to.set_ref_attr_name(word());
    }
    const bool refers = to.has_ref_attr_name();
    const auto of = [&](const char* named, AttributeProto::AttributeType known) {
      if (type == named) to.set_type(known);
      return type == named && !refers;
    };
    if (of("float", AttributeProto::FLOAT)) {
      to.set_f(static_cast<float>(number()));
    } else if (of("int", AttributeProto::INT)) {
      to.set_i(whole());
    } else if (of("string", AttributeProto::STRING)) {
      to.set_s(quoted());
    } else if (of("ints", AttributeProto::INTS)) {
      take("[");
      list("]", [&] { to.add_ints(whole()); });
    } else if (of("tensor", AttributeProto::TENSOR)) {
      tensor(*to.mutable_t());
    } else if (of("graph", AttributeProto::GRAPH)) {
      graph(*to.mutable_g());
    } else if (!to.has_type()) {
      fail("an attribute of a type that bodies have");
    }
  }

  // float[2] {1, 2}
  void tensor(onnx::TensorProto& to) {
    const DType type = dtype_named(word());
    if (type == DType::undefined) fail("an element type");
    Shape shape;
    if (takes("[")) {
      list("]", [&] { shape.push_back(static_cast<size_t>(whole())); });
    }
    Reals values = empty_array<double>(shape);
    take("{");
    size_t count = 0;
    list("}", [&] {
      const double value = number();
      if (count < values.size()) values.data()[count] = value;
      ++count;
    });
    if (count != values.size()) fail("as many elements as the shape has");
    const auto stored = [&] {
      if (is_float(type)) return Tensor::decided(type, values);
      return Tensor::of(type, Ints(xt::cast<int64_t>(values)));
    };
    write_tensor(stored(), "", to);
  }

  // name (int64 i, x) => (y) {…}
  void graph(onnx::GraphProto& to) {
    to.set_name(word());
    take("(");
    list(")", [&] { to.add_input()->set_name(parameter()); });
    take("=>");
    take("(");
    list(")", [&] { to.add_output()->set_name(parameter()); });
    nodes(*to.mutable_node());
  }
  // A name, perhaps after its type.
  std::string parameter() {
    std::string name = word();
    skip();
    while (text_[at_] != ',' && text_[at_] != ')') name = word();
    return name;
  }

  const std::string text_;
  size_t at_ = 0;
};

}  // namespace

onnx::FunctionProto parse_body(const std::vector<std::string>& lines) {
  return BodyText(lines).function();
}

}  // namespace etalon
