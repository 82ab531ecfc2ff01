// What the steps of a run print: text, or one JSON document.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "conformance/mdf/evaluate.h"
#include "conformance/mdf/names.h"

namespace etalon {

// What one evaluation did.
struct MdfStep {
  size_t number;
  std::optional<double> time;
  std::vector<std::vector<size_t>> executed;  // empty sets are passes in which nothing ran
};

struct MdfPrinting {
  std::vector<MdfName> chosen;  // empty: text prints every output port, JSON every value
  bool summary = false;         // arrays as type, shape and range
};

class MdfPrinter {
 public:
  virtual ~MdfPrinter() = default;
  virtual void begin() {}
  virtual void print(const MdfStep& step) = 0;
  // The sentence says what stopped the run; it is empty when nothing did.
  virtual void end(const std::string& sentence) = 0;
};

// Each step's time, the sets that ran, and the values that there are.
std::unique_ptr<MdfPrinter> text_printer(const mdf::Graph& graph, const mdf::GraphRun& run,
                                         const MdfPrinting& printing, std::ostream& out);
// One document; each step on a line of its own, written as soon as it is done.
std::unique_ptr<MdfPrinter> json_printer(const mdf::Model& model, const mdf::Graph& graph,
                                         const mdf::GraphRun& run, const MdfPrinting& printing,
                                         std::ostream& out);

// "double [2, 3], -1 to 2.5", "float [4], 0 to 1, 2 NaN"; of a number its value; of anything but an
// array, what it is.
std::string summary_text(const mdf::Value& value);

}  // namespace etalon
