// Part of the build: writes the schemas as C++, so that a program parses only those that it needs.
//   embed_schemas SCHEMAS.json… > schemas.cc
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace {

using Json = nlohmann::json;
using Key = std::tuple<std::string, std::string, int>;  // domain, name, version

std::map<Key, std::string> schemas;
std::map<std::string, Json> domains;  // of each, the properties that are true

void read(const char* file) {
  std::ifstream stream(file);
  const Json content = Json::parse(stream);
  const std::string named = content.at("domain");
  const std::string domain = named == "ai.onnx" ? "" : named;
  for (const Json& schema : content.at("operators")) {
    schemas[{domain, schema.at("name"), schema.at("since_version")}] = schema.dump();
  }
  for (const char* property : {"relaxes_types", "shares_names", "open_ended"}) {
    if (content.value(property, false))
      domains[domain][property] = true;
    else
      domains[domain];
  }
}

void write(std::ostream& out) {
  // The suffix sv saves compilers from counting the characters, in which clang stops.
  out << "#include \"engine/operators/embedded_schemas.h\"\n\nnamespace {\n\n"
         "using namespace std::string_view_literals;\n\n"
         "constexpr etalon::EmbeddedSchema schemas[] = {\n";
  for (const auto& [key, json] : schemas) {
    const auto& [domain, name, version] = key;
    out << "    {\"" << domain << "\", \"" << name << "\", " << version << ", R\"json(" << json
        << ")json\"sv},\n";
  }
  out << "};\n\nconstexpr etalon::EmbeddedDomain domains[] = {\n";
  for (const auto& [domain, properties] : domains) {
    const auto holds = [&held = properties](const char* name) {
      return held.contains(name) ? "true" : "false";
    };
    out << "    {\"" << domain << "\", " << holds("relaxes_types") << ", " << holds("shares_names")
        << ", " << holds("open_ended") << "},\n";
  }
  out << "};\n\n}  // namespace\n\n"
         "std::span<const etalon::EmbeddedSchema> etalon::embedded_schemas() { return schemas; }\n"
         "std::span<const etalon::EmbeddedDomain> etalon::embedded_domains() { return domains; }\n";
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) read(argv[i]);
  } catch (const std::exception& problem) {
    std::cerr << "embed_schemas: " << problem.what() << "\n";
    return 1;
  }
  write(std::cout);
  return std::cout.good() ? 0 : 1;
}
