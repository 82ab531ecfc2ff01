// Reports of rewrites that change values on purpose.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/common/json.h"
#include "conformance/equivalent/within.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {

using nlohmann::json;

namespace {

constexpr size_t most_rows = 60;

std::string row_of(const ValueError& value, size_t width) {
  const std::string name = printable(value.after);
  if (!value.mismatch.empty()) return fmt::format("{:{}}  {}\n", name, width, value.mismatch);
  const std::string own =
      value.introduced > 0 ? fmt::format("{:.2g}", value.introduced) : std::string("0");
  std::string row = fmt::format("{:{}}  {:>7.1f}  {:>9.3g}  {:>9.2g}  {:>8.5f}  {:>10}", name,
                                width, value.snr, value.largest, value.scaled, value.cosine, own);
  if (!value.where.empty()) {
    row += fmt::format("  {}: {} for {}", value.where, value.got, value.expected);
  }
  return row + "\n";
}

std::string table_of(const Within& all) {
  size_t width = 5;
  const size_t rows = std::min(all.values.size(), most_rows);
  for (size_t i = 0; i < rows; ++i) width = std::max(width, printable(all.values[i].after).size());
  std::string text = fmt::format("{:{}}  {:>7}  {:>9}  {:>9}  {:>8}  {:>10}  {}\n", "value", width,
                                 "SNR dB", "largest", "of range", "cosine", "introduced", "at");
  for (size_t i = 0; i < rows; ++i) text += row_of(all.values[i], width);
  if (rows < all.values.size()) {
    text += fmt::format("… and {} more values (--format json)\n", all.values.size() - rows);
  }
  return text;
}

// A bar of eight heights for each count, by the greatest of them; a point for none.
std::string bars(const std::array<size_t, 12>& counts) {
  static constexpr const char* heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const size_t most = std::max<size_t>(*std::max_element(counts.begin(), counts.end()), 1);
  std::string text;
  for (const size_t count : counts) text += count == 0 ? "." : heights[count * 7 / most];
  return text;
}

std::string rest_text(const ValueError& value) {
  std::string text;
  if (value.smaller != 0) text += fmt::format(", {} smaller", value.smaller);
  if (value.zeros != 0) text += fmt::format(", {} zeros", value.zeros);
  return text;
}

}  // namespace

std::string within_text(const Within& all) {
  const auto outputs = std::count_if(all.values.begin(), all.values.end(),
                                     [](const ValueError& value) { return value.output; });
  const auto kept =
      std::count_if(all.values.begin(), all.values.end(),
                    [](const ValueError& value) { return value.output && value.within; });
  std::string text =
      fmt::format("{}: {} of {} output{} {} {} on {} input{}\n", all.holds() ? "within" : "outside",
                  kept, outputs, outputs == 1 ? "" : "s", kept == 1 ? "keeps" : "keep",
                  printable(all.rule.words), all.inputs, all.inputs == 1 ? "" : "s");
  for (const std::string& remark : all.remarks) text += "note: " + remark + "\n";
  text += table_of(all);
  if (!all.entering.empty()) {
    text += "most of the error comes in at (noise to signal, on BEFORE's values)\n";
    for (const size_t i : all.entering) {
      const ValueError& value = all.values[i];
      text += fmt::format("  {:.2g}  {}{}\n", value.introduced, printable(value.after),
                          value.constant ? " (a constant)" : "");
      text += fmt::format("        magnitudes from {:.3g} down by halves: {}{}\n", value.greatest,
                          bars(value.halves), rest_text(value));
    }
  }
  return text;
}

json within_json(const Within& all) {
  json values = json::array(), entering = json::array();
  for (const ValueError& value : all.values) {
    values.push_back({{"before", value.before},
                      {"after", value.after},
                      {"output", value.output},
                      {"within", value.within},
                      {"elements", value.elements},
                      {"largest", number_to_json(value.largest)},
                      {"where", value.where},
                      {"got", value.got},
                      {"expected", value.expected},
                      {"scaled", number_to_json(value.scaled)},
                      {"snr", number_to_json(value.snr)},
                      {"cosine", number_to_json(value.cosine)},
                      {"introduced", number_to_json(value.introduced)},
                      {"constant", value.constant},
                      {"greatest", number_to_json(value.greatest)},
                      {"halves", value.halves},
                      {"smaller", value.smaller},
                      {"zeros", value.zeros},
                      {"mismatch", value.mismatch}});
  }
  for (const size_t i : all.entering) entering.push_back(all.values[i].after);
  return {{"rule", all.rule.words}, {"pass", all.holds()}, {"inputs", all.inputs},
          {"remarks", all.remarks}, {"values", values},    {"entering", entering}};
}

}  // namespace etalon::equivalent
