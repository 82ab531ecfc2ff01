// Part of the build: writes the schemas as tables in C++, so that a program need not read their
// JSON.
//   embed_schemas SCHEMAS.json… > schemas.cc
//   embed_schemas --added SCHEMAS.json…        for a library of operators (added.h)
// In a file of a library, numbers of inputs and outputs may be left out where they are those of the
// formal ones.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <tuple>

namespace {

using Json = nlohmann::json;
using Key = std::tuple<std::string, std::string, int>;  // domain, name, version

std::map<Key, Json> schemas;
std::map<std::string, Json> domains;  // of each, the properties that its files state

constexpr const char* flags[] = {"relaxes_types", "shares_names", "open_ended", "prefixed_points",
                                 "named_alone",   "partial",      "fused"};

bool is_property(const std::string& name) {
  return std::find(std::begin(flags), std::end(flags), name) != std::end(flags) ||
         std::set<std::string>{"domain",   "source",     "operators", "dialect",
                               "upcoming", "companions", "left_out"}
             .contains(name);
}

void read(const char* file) {
  std::ifstream stream(file);
  const Json content = Json::parse(stream);
  const std::string named = content.at("domain");
  const std::string domain = named == "ai.onnx" ? "" : named;
  for (const Json& schema : content.at("operators")) {
    Json& entry = schemas[{domain, schema.at("name"), schema.at("since_version")}] = schema;
    entry["upcoming"] = content.value("upcoming", false);
    entry["dialect"] = content.value("dialect", "");
  }
  Json& known = domains[domain];
  for (const auto& [property, value] : content.items()) {
    if (!is_property(property)) {
      throw std::runtime_error(std::string(file) + ": a domain has no property '" + property + "'");
    }
    if (property != "operators") known[property] = value;
  }
}

// Writes the tables that schemas refer to. Each is written once, however often it is needed.
class Tables {
 public:
  explicit Tables(std::ostream& out) : out_(out) {}

  // The initializer of an EmbeddedSchema. A form has its version's name.
  std::string schema(const Key& key, const Json& json) {
    const auto& [domain, name, version] = key;
    std::string forms;
    for (const Json& form : json.value("forms", Json::array())) forms += schema(key, form) + ", ";
    std::ostringstream row;
    row << "{" << text(domain) << ", " << text(name) << ", " << version;
    for (const char* flag :
         {"deprecated", "experimental", "function", "open_attributes", "reads_graph", "upcoming"}) {
      row << ", " << truth(json.value(flag, false));
    }
    row << ", " << parameters(json.at("inputs")) << ", " << parameters(json.at("outputs")) << ", "
        << attributes(json.value("attributes", Json::array())) << ", "
        << types(json.value("types", Json::object()));
    for (const auto& [formals, least, most] :
         {std::tuple("inputs", "min_inputs", "max_inputs"),
          std::tuple("outputs", "min_outputs", "max_outputs")}) {
      row << ", " << json.value(least, least_of(json.at(formals))) << ", "
          << json.value(most, most_of(json.at(formals)));
    }
    row << ", " << table("Schema", forms) << ", " << text(json.value("given", "")) << ", "
        << text(json.value("dialect", "")) << "}";
    return row.str();
  }

  // The initializer of an EmbeddedDomain.
  std::string domain(const std::string& domain, const Json& properties) {
    std::string row = "{.domain = " + text(domain);
    for (const char* flag : flags) {
      if (properties.value(flag, false)) row += ", ." + std::string(flag) + " = true";
    }
    std::string opsets, reasons;
    for (const int opset : properties.value("companions", std::vector<int>())) {
      opsets += std::to_string(opset) + ", ";
    }
    const Json left_out = properties.value("left_out", Json::object());
    for (const auto& [name, why] : left_out.items()) {
      reasons += "{" + text(name) + ", " + text(why) + "}, ";
    }
    return row + ", .companions = " + table("int", opsets) +
           ", .left_out = " + table("LeftOut", reasons) + "}";
  }

 private:
  static bool is_variadic(const Json& formal) { return formal.value("option", "") == "variadic"; }
  static int least_of(const Json& formals) {
    int least = 0;
    for (const Json& formal : formals) {
      if (formal.value("option", "single") == "single") ++least;
      if (is_variadic(formal)) least += formal.value("min_arity", 1);
    }
    return least;
  }
  static int most_of(const Json& formals) {
    const bool any = !formals.empty() && is_variadic(formals.back());
    return any ? std::numeric_limits<int>::max() : int(formals.size());
  }

  static std::string text(const std::string& words) { return "R\"text(" + words + ")text\"sv"; }
  static const char* truth(bool value) { return value ? "true" : "false"; }

  // The name of a table with these rows; {} without any.
  std::string table(const std::string& type, const std::string& rows) {
    if (rows.empty()) return "{}";
    const auto [entry, is_new] =
        names_.try_emplace(type + rows, "t" + std::to_string(names_.size()));
    if (is_new) {
      const std::string spelled = type == "text"  ? "std::string_view"
                                  : type == "int" ? type
                                                  : "etalon::Embedded" + type;
      out_ << "constexpr " << spelled << " " << entry->second << "[] = {" << rows << "};\n";
    }
    return entry->second;
  }

  std::string texts(const Json& list) {
    std::string rows;
    for (const Json& item : list) {
      rows += text(item.is_string() ? item.get<std::string>() : item.dump()) + ", ";
    }
    return table("text", rows);
  }

  std::string parameters(const Json& list) {
    std::ostringstream rows;
    for (const Json& p : list) {
      rows << "{" << text(p.at("name")) << ", " << text(p.at("type")) << ", "
           << text(p.value("option", "single")) << ", " << truth(p.value("homogeneous", true))
           << ", " << p.value("min_arity", 1) << ", " << truth(p.value("differentiable", false))
           << "}, ";
    }
    return table("Parameter", rows.str());
  }

  // A tensor without elements as the default means "no default", as in ai.onnx.ml.LabelEncoder-4.
  std::string attributes(const Json& list) {
    std::ostringstream rows;
    for (const Json& a : list) {
      const bool has_default = a.contains("default") && a.at("type") != "tensor";
      rows << "{" << text(a.at("name")) << ", " << text(a.at("type")) << ", "
           << truth(a.value("required", false)) << ", " << truth(a.value("numbered", false)) << ", "
           << text(has_default ? a.at("default").dump() : "") << ", "
           << text(a.value("meaning", "")) << ", " << texts(a.value("supported", Json::array()))
           << "}, ";
    }
    return table("Attribute", rows.str());
  }

  std::string types(const Json& variables) {
    std::string rows;
    for (const auto& [variable, list] : variables.items()) {
      rows += "{" + text(variable) + ", " + texts(list) + "}, ";
    }
    return table("Types", rows);
  }

  std::ostream& out_;
  std::map<std::string, std::string> names_;
};

void write(std::ostream& out, bool added) {
  // The suffix sv saves compilers from counting the characters.
  out << "#include \"engine/operators/embedded_schemas.h\"\n\nnamespace {\n\n"
         "using namespace std::string_view_literals;\n\n";
  Tables tables(out);
  std::string rows, properties;
  for (const auto& [key, json] : schemas) rows += "    " + tables.schema(key, json) + ",\n";
  for (const auto& [name, stated] : domains) {
    properties += "    " + tables.domain(name, stated) + ",\n";
  }
  out << "constexpr etalon::EmbeddedSchema schemas[] = {\n"
      << rows << "};\n\nconstexpr etalon::EmbeddedDomain domains[] = {\n"
      << properties << "};\n\n}  // namespace\n\n";
  if (added) {
    out << "extern \"C\" const etalon::AddedOperators etalon_operators;\n"
           "const etalon::AddedOperators etalon_operators = {ETALON_VERSION, schemas, domains};\n";
    return;
  }
  out << "std::span<const etalon::EmbeddedSchema> etalon::embedded_schemas() { return schemas; }\n"
         "std::span<const etalon::EmbeddedDomain> etalon::embedded_domains() { return domains; }\n";
}

}  // namespace

int main(int argc, char** argv) {
  const bool added = argc > 1 && std::string(argv[1]) == "--added";
  try {
    for (int i = added ? 2 : 1; i < argc; ++i) read(argv[i]);
    write(std::cout, added);
  } catch (const std::exception& problem) {
    std::cerr << "embed_schemas: " << problem.what() << "\n";
    return 1;
  }
  return std::cout.good() ? 0 : 1;
}
