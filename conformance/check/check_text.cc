#include "conformance/check/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "conformance/common/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using nlohmann::json;

constexpr size_t bar_length = 40;
constexpr size_t most_rounded = 3;  // labels in a text

bool is_exact_rule(const OutputReport& report) { return !report.measurement.floating; }

std::string line(std::string_view what, const std::string& text) {
  return fmt::format("  {:<10}  {}\n", what, text);
}

// "1e-05 at [2, 0]: got 1, expected 2" of a greatest amount; "" where nothing differs.
std::string extreme_line(std::string_view what, const std::string& amount, const Extreme& extreme) {
  if (extreme.where.empty()) return "";
  return line(what, fmt::format("{} at {}: got {}, expected {}", amount, extreme.where, extreme.got,
                                extreme.expected));
}

std::string extreme_lines(const Measurement& m) {
  std::string text =
      extreme_line("absolute", fmt::format("{:.3g}", m.absolute.amount), m.absolute) +
      extreme_line("relative", fmt::format("{:.3g}", m.relative.amount), m.relative) +
      extreme_line("ULP", fmt::format("{:.0f}", m.ulp.amount), m.ulp);
  if (!m.floating || m.absolute.where.empty()) return text;
  return text + line("scaled", fmt::format("{:.2g} of the largest value", m.scaled));
}

std::string mismatch_kinds(const MismatchCounts& counts) {
  std::vector<std::string> parts;
  const auto add = [&](size_t count, std::string_view what) {
    if (count != 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(counts.nan, "NaN on one side");
  add(counts.infinity, "infinite on one side");
  add(counts.zero, "zero on one side");
  add(counts.value, "in value");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string mismatch_lines(const OutputReport& report) {
  const Measurement& m = report.measurement;
  const std::string limit =
      is_exact_rule(report) ? "differ" : "are outside " + to_string(report.tolerance);
  const bool any = m.mismatches.total() != 0;
  const std::string kinds = any && m.floating ? ": " + mismatch_kinds(m.mismatches) : "";
  std::string text = line(
      "elements", fmt::format("{} of {} {}{}", m.mismatches.total(), m.elements, limit, kinds));
  if (any) {
    text += line("first", fmt::format("{}: got {}, expected {}", m.first.where, m.first.got,
                                      m.first.expected));
  }
  if (m.near_zero != 0) {
    text += line("near zero", fmt::format("{} of the {} are within rtol times the largest value",
                                          m.near_zero, m.mismatches.total()));
  }
  if (m.signed_zeros != 0) {
    text += line("zeros", fmt::format("{} with different signs, which match", m.signed_zeros));
  }
  return text;
}

// The least and the greatest distance of a bin.
std::pair<uint64_t, uint64_t> bin_range(size_t bin) {
  if (bin == 0) return {0, 0};
  const uint64_t low = uint64_t{1} << (bin - 1);
  return {low, low + (low - 1)};
}

std::string histogram_lines(const Measurement::Histogram& histogram) {
  const size_t highest = *std::max_element(histogram.begin(), histogram.end());
  std::string text;
  for (size_t bin = 0; bin < histogram.size(); ++bin) {
    const size_t count = histogram[bin];
    if (count == 0) continue;
    const auto [low, high] = bin_range(bin);
    const std::string range =
        low == high ? fmt::format("{}", low) : fmt::format("{}–{}", low, high);
    const std::string bar =
        fmt::format("{:█<{}}", "", std::max<size_t>(count * bar_length / highest, 1));
    text += line(text.empty() ? "histogram" : "",
                 fmt::format("{:>23} ULP {:>9} {}", range, count, bar));
  }
  return text;
}

// "3.1e-07 (0.12 % of the largest value)"
std::string beside_largest(double amount, double largest) {
  std::string text = fmt::format("{:.3g}", amount);
  if (largest > 0) text += fmt::format(" ({:.2g} % of the largest value)", 100 * amount / largest);
  return text;
}

// "0 of 3072 elements are"
std::string elements_are(size_t count, size_t all) {
  return fmt::format("{} of {} element{}", count, all, all == 1 ? " is" : "s are");
}

std::string spread_lines(const OutputReport& report) {
  const Measurement& m = report.measurement;
  if (!m.spread) return "";
  const SpreadUse& use = *m.spread;
  return line("spread",
              fmt::format("errors of {} sampled evaluations: up to {}; {} more than {:g} times as "
                          "far off",
                          use.evaluations, beside_largest(use.largest, m.largest),
                          elements_are(use.outside, m.elements), sound_times)) +
         extreme_line("  used",
                      fmt::format("{} the largest error sampled for an element,",
                                  times_text(use.times.amount)),
                      use.times);
}

std::string rounding_lines(const OutputReport& report) {
  const Measurement& m = report.measurement;
  const std::string spread = m.floating ? spread_lines(report) : "";
  // Why some elements have no bound: below the line of a bound, without its label.
  const auto unknown = [&](std::string_view label) {
    return report.no_bound.empty() ? "" : line(label, report.no_bound);
  };
  if (!m.rounding || !m.floating || m.rounding->vacuous == m.elements) {
    const bool wide = m.rounding && m.rounding->largest > 0;
    return spread +
           (wide ? line("bound", fmt::format("allows {}: says nothing",
                                             beside_largest(m.rounding->largest, m.largest)))
                 : unknown("bound"));
  }
  const RoundingUse& use = *m.rounding;
  const std::string beyond = elements_are(use.beyond, m.elements) + " further off than that";
  if (use.largest == 0) return spread + line("bound", "allows no error; " + beyond) + unknown("");
  std::string text =
      spread +
      line("bound",
           fmt::format("allows up to {}; {}", beside_largest(use.largest, m.largest), beyond)) +
      unknown("") +
      extreme_line("  used",
                   fmt::format("at most {:.3g} of an element's own bound,", use.share.amount),
                   use.share);
  if (report.introduced && *report.propagated != 0) {
    text += line("  of that",
                 fmt::format("up to {:.3g} introduced by the last node, {:.3g} propagated by it",
                             *report.introduced, *report.propagated));
  }
  return text;
}

json extreme_json(const Extreme& extreme) {
  if (extreme.where.empty()) return nullptr;
  return {{"amount", number_to_json(extreme.amount)},
          {"where", extreme.where},
          {"got", extreme.got},
          {"expected", extreme.expected}};
}

json histogram_json(const Measurement& measurement) {
  json bins = json::array();
  for (size_t bin = 0; bin < measurement.histogram.size(); ++bin) {
    if (measurement.histogram[bin] == 0) continue;
    const auto [low, high] = bin_range(bin);
    bins.push_back({{"from", low}, {"to", high}, {"count", measurement.histogram[bin]}});
  }
  return bins;
}

// The bound with its parts, and the spread.
json rounding_json(const OutputReport& report) {
  const Measurement& m = report.measurement;
  if (!m.floating || m.identical) return nullptr;
  const auto part = [](const std::optional<double>& amount) {
    return amount ? number_to_json(*amount) : json();
  };
  json all = {{"bound", nullptr}, {"spread", nullptr}};
  if (m.rounding) {
    all["bound"] = number_to_json(m.rounding->largest);
    all["beyond"] = m.rounding->beyond;
    all["vacuous"] = m.rounding->vacuous;
    all["largest_share"] = extreme_json(m.rounding->share);
    all["introduced"] = part(report.introduced);
    all["propagated"] = part(report.propagated);
  }
  if (m.spread) {
    all["spread"] = {{"evaluations", m.spread->evaluations},
                     {"largest", number_to_json(m.spread->largest)},
                     {"outside", m.spread->outside},
                     {"times", extreme_json(m.spread->times)}};
  }
  return all;
}

json sums_json(const SumErrors& errors) {
  return {{"sums", errors.sums},
          {"terms", errors.terms},
          {"mean", number_to_json(errors.mean)},
          {"mean_square", number_to_json(errors.mean_square)},
          {"largest", number_to_json(errors.largest)},
          {"within", errors.within()}};
}

}  // namespace

std::string deciding_rule(const std::vector<Tolerance>& tolerances) {
  if (tolerances.empty()) return "";
  const Tolerance& first = tolerances.front();
  if (first.decides == Tolerance::Decides::verdict) {
    return fmt::format(
        "same, rounding or open; rounding is up to {:g} times the largest error of {} "
        "sampled evaluations",
        sound_times, most_evaluations);
  }
  return first.rule == Tolerance::Rule::scaled
             ? "within the tolerance, relative to the largest value of its tensor"
             : "within the tolerance";
}

std::string exact_lines(const OutputReport& report) {
  if (!report.no_exact.empty()) {
    return line("exact", "not known: " + report.no_exact);
  }
  if (!report.exact) return "";
  const std::string text = line("exact", to_string(*report.exact));
  const std::vector<std::string>& rounded = report.exact->rounded;
  if (rounded.empty()) return text;
  const auto end = rounded.begin() + std::min(rounded.size(), most_rounded);
  const size_t more = rounded.size() - static_cast<size_t>(end - rounded.begin());
  const std::string others =
      more == 0 ? "" : fmt::format(" and {} more node{}", more, more == 1 ? "" : "s");
  return text + line("", fmt::format("exact except for nodes without a float64 form: {}{}",
                                     fmt::join(rounded.begin(), end, ", "), others));
}

// Where the specification leaves something open: what the runtime has there, and Etalon.
std::string open_lines(const OutputReport& report) {
  const auto use_line = [](std::string_view what, const OpenUse& use) {
    return line(what, fmt::format("{}, at {}: got {}, Etalon has {}", printable(to_string({use})),
                                  use.where, use.got, use.expected));
  };
  std::string text;
  for (const OpenUse& use : report.open) text += use.where.empty() ? "" : use_line("open", use);
  for (const OpenUse& use : report.zeros) text += use_line("zero", use);
  return text;
}

std::string report_text(const OutputReport& report) {
  std::string text = fmt::format("{}: {}\n", printable(report.name), sentence(report));
  if (!report.hint.empty()) text += line("perhaps", report.hint);
  text += open_lines(report);
  const Measurement& m = report.measurement;
  if (m.elements == 0 || m.identical) return text;
  text +=
      line("type", report.type) + mismatch_lines(report) + extreme_lines(m) + exact_lines(report);
  if (m.floating) text += histogram_lines(m.histogram);
  text += rounding_lines(report);
  return report.sums ? text + line("sums", to_string(*report.sums)) : text;
}

json open_json(const std::vector<OpenUse>& uses) {
  json list = json::array();
  for (const OpenUse& use : uses) {
    list.push_back({{"point", use.point},
                    {"node", use.node},
                    {"depends", use.depends},
                    {"elements", use.elements},
                    {"where", use.where},
                    {"got", use.got},
                    {"expected", use.expected}});
  }
  return list;
}

json report_json(const OutputReport& report) {
  const Measurement& m = report.measurement;
  const MismatchCounts& counts = m.mismatches;
  json max_ulp = nullptr;
  if (report.tolerance.max_ulp) max_ulp = *report.tolerance.max_ulp;
  json all = to_json(report.verdict);
  all.update(
      {{"name", report.name},
       {"pass", report.passes()},
       {"type", report.type},
       {"sentence", sentence(report)},
       {"rule", report.tolerance.decides == Tolerance::Decides::verdict ? "verdict" : "official"},
       {"relative_to", report.tolerance.rule == Tolerance::Rule::scaled ? "largest" : "element"},
       {"rtol", report.tolerance.rtol},
       {"atol", report.tolerance.atol},
       {"max_ulp", max_ulp},
       {"elements", m.elements},
       {"mismatches",
        {{"nan", counts.nan},
         {"infinity", counts.infinity},
         {"zero", counts.zero},
         {"value", counts.value}}},
       {"near_zero", m.near_zero},
       {"signed_zeros", m.signed_zeros},
       {"first", extreme_json(m.first)},
       {"largest",
        {{"absolute", extreme_json(m.absolute)},
         {"relative", extreme_json(m.relative)},
         {"ulp", extreme_json(m.ulp)}}},
       {"ulp_histogram", histogram_json(m)},
       {"rounding", rounding_json(report)},
       {"exact", report.exact ? to_json(*report.exact) : json()},
       {"no_exact", report.no_exact},
       {"sums", report.sums ? sums_json(*report.sums) : json()},
       {"no_bound", report.no_bound},
       {"open", open_json(report.open)},
       {"open_zeros", open_json(report.zeros)},
       {"hint", report.hint}});
  return all;
}

}  // namespace etalon
