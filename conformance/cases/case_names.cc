#include "conformance/cases/case_names.h"

#include <algorithm>
#include <set>

#include "conformance/cases/corpus.h"
#include "conformance/common/near.h"
#include "conformance/common/paths.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view entry_mark = ".json#";

bool is_named(const Case& test, const std::string& reference) {
  return reference == test.name || reference == test.suite + "/" + test.name ||
         reference == test.id();
}

// The default release first, then the newest.
std::vector<const Corpus*> in_search_order(const Manifest& manifest) {
  std::vector<const Corpus*> corpora;
  for (const Corpus& corpus : manifest.corpora) {
    if (is_here(corpus)) corpora.push_back(&corpus);
  }
  std::reverse(corpora.begin(), corpora.end());
  std::stable_partition(corpora.begin(), corpora.end(), [&](const Corpus* corpus) {
    return corpus->release == manifest.default_release;
  });
  return corpora;
}

std::vector<Case> fetched_cases(const Corpus& corpus, const std::string& reference) {
  const bool light = reference.find("light/") != std::string::npos;
  return light ? light_cases(corpus) : corpus_cases(corpus);
}

[[noreturn]] void throw_unknown(const std::string& reference, const std::set<std::string>& known) {
  const std::string near =
      did_you_mean(reference.substr(reference.rfind('/') + 1), {known.begin(), known.end()});
  throw InvalidInput("{}: not a file, a folder with a case, or the name of a fetched case{}",
                     printable(reference), near.empty() ? " (see: etalon corpus list)" : near);
}

Case named_case(const std::string& reference) {
  std::set<std::string> known;
  const auto search = [&](std::vector<Case> cases) -> std::optional<Case> {
    for (Case& test : cases) {
      if (is_named(test, reference)) return std::move(test);
      known.insert(printable(test.name));
    }
    return std::nullopt;
  };
  const Manifest manifest = read_manifest();
  for (const Corpus* corpus : in_search_order(manifest)) {
    if (auto found = search(fetched_cases(*corpus, reference))) return *found;
  }
  if (auto found = search(own_cases())) return *found;
  throw_unknown(reference, known);
}

// The only one of the cases that has the name, or any name if that is empty.
Case only_case(std::vector<Case> cases, const std::string& name, const std::string& place) {
  if (!name.empty()) std::erase_if(cases, [&](const Case& test) { return test.name != name; });
  if (cases.size() == 1) return std::move(cases[0]);
  if (cases.empty()) throw InvalidInput("{}: there is no case {}", place, in_quotes(name));
  throw InvalidInput("{}: contains {} cases{}; name one: {}", place, cases.size(),
                     name.empty() ? "" : " of this name",
                     place.ends_with(".json") ? place + "#NAME" : "its folder");
}

}  // namespace

bool names_entry(const std::string& reference) {
  const size_t mark = reference.find(entry_mark);
  return mark != std::string::npos && fs::is_regular_file(entry_name(reference).file);
}

EntryName entry_name(const std::string& reference) {
  const size_t mark = reference.find(entry_mark) + entry_mark.size() - 1;
  return {reference.substr(0, mark), reference.substr(mark + 1)};
}

Case find_case(const std::string& reference) {
  if (names_entry(reference)) {
    const EntryName entry = entry_name(reference);
    return only_case(discover(entry.file), entry.name, entry.file.string());
  }
  if (!fs::exists(reference)) return named_case(reference);
  std::vector<Case> cases = discover(reference);
  if (cases.empty()) throw InvalidInput("{}: contains no case", printable(reference));
  return only_case(std::move(cases), "", reference);
}

}  // namespace etalon
