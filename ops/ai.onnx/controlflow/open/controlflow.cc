// Loop and Scan.
#include "ops/ai.onnx/one_element.h"

namespace etalon {
namespace {

void scalars_of_loop(const Call& call) { at_one_element(call, {"M", "cond"}); }

// Version 8: what stands in a scan output past the end of a sequence that is shorter than others.
void padding_of_scan(Opening& open) {
  const Call& call = open.call;
  const Tensor* sequence_lens = call.since_version() > 8 ? nullptr : call.maybe("sequence_lens");
  if (!sequence_lens) return;
  const size_t M = static_cast<size_t>(call.integer("num_scan_inputs"));
  const size_t N = call.variadic("initial_state_and_scan_inputs").size() - M;
  for (size_t k = N; k < open.output_count(); ++k) {
    Tensor& output = open.output(k);
    output = no_result(output, "padding_8", [&] {
      const Ints length = along(sequence_lens->as<int64_t>(), 0, output.rank());
      return Bools(coordinate(output.shape(), 1) >= length);
    });
  }
}

const Open op[] = {{"Loop", scalars_of_loop}, {"Scan", padding_of_scan}};

}  // namespace
}  // namespace etalon
