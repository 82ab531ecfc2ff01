// Runs the tests, each with the folders that its file is in as tags.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#include <catch2/internal/catch_test_case_registry_impl.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <string>
#include <string_view>
#include <vector>

namespace {

// The tags of a file below conformance/tests/, whatever domain an operator is in:
//   conformance/judge/compare_test.cc → judge
//   engine/numerics/balls_test.cc     → engine, engine/numerics
//   ops/ai.onnx/nn/conv_test.cc       → ops, ops/ai.onnx, ops/ai.onnx/nn, ops/nn
std::vector<std::string> tags_of(std::string_view file) {
  constexpr std::string_view root = "conformance/tests/", own = "conformance/";
  const size_t at = file.rfind(root);
  if (at == std::string_view::npos) return {};
  file.remove_prefix(at + root.size());
  if (file.starts_with(own)) file.remove_prefix(own.size());
  std::vector<std::string> tags;
  for (size_t end = 0; (end = file.find('/', end)) != std::string_view::npos; ++end) {
    tags.emplace_back(file.substr(0, end));
  }
  if (file.starts_with("ops/") && tags.size() > 2) {
    tags.push_back("ops" + tags[2].substr(tags[1].size()));
  }
  return tags;
}

// Catch2 has no other way to add a tag than its own option --filenames-as-tags, which does this.
#ifdef CATCH_CONFIG_RUNNER
void add_tags(const Catch::IConfig& config) {
  for (const Catch::TestCase& test : Catch::getAllTestCasesSorted(config)) {
    std::vector<std::string> tags = test.tags;
    for (std::string& tag : tags_of(test.lineInfo.file)) tags.push_back(std::move(tag));
    Catch::setTags(const_cast<Catch::TestCase&>(test), tags);
  }
}
#else
void add_tags(const Catch::IConfig& config) {
  for (const Catch::TestCaseHandle& test : Catch::getAllTestCasesSorted(config)) {
    auto& info = const_cast<Catch::TestCaseInfo&>(test.getTestCaseInfo());
    for (const std::string& tag : tags_of(info.lineInfo.file)) {
      // The tags of a test are views of text that lasts as long as the program.
      info.tags.emplace_back(Catch::StringRef(*new std::string(tag)));
    }
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
  Catch::Session session;
  const int wrong = session.applyCommandLine(argc, argv);
  if (wrong != 0) return wrong;
  add_tags(session.config());
  return session.run();
}
