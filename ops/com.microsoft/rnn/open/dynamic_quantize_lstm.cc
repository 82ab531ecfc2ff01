// DynamicQuantizeLSTM: a sequence of no steps, as LSTM has it; NaN and infinities, which as
// integers are nothing; and steps at which other sequences have ended, whose states may be
// quantized, too.
#include "ops/ai.onnx/rnn/open/no_steps.h"

namespace etalon {
namespace {

bool all_finite(const Tensor* X) { return !X || xt::all(Bools(xt::isfinite(X->as<double>()))); }

// Which elements of an output belong to steps that the shortest sequence does not have. Batch
// entries are along `batch`; along axis 0 are the steps of Y, forwards or from the end of each
// sequence, and of other outputs there are the last ones.
Bools after_shortest(Opening& open, size_t output, const std::vector<int64_t>& lengths) {
  const Shape& shape = open.output(output).shape();
  const int64_t shortest = *std::min_element(lengths.begin(), lengths.end());
  const bool of_steps = output == 0;
  const Ints entry = coordinate(shape, of_steps ? 2 : 1), step = coordinate(shape, 0);
  const Ints turn = coordinate(shape, of_steps ? 1 : 0);
  const std::string& direction = open.call.text("direction");
  Bools open_elements = full(shape, false);
  for (size_t i = 0; i < open_elements.size(); ++i) {
    const int64_t length = lengths[size_t(entry.flat(i))];
    const bool backwards = direction == "reverse" || turn.flat(i) == 1;
    const int64_t at = backwards ? length - 1 - step.flat(i) : step.flat(i);
    open_elements.flat(i) = of_steps ? at >= shortest && step.flat(i) < length : length > shortest;
  }
  return open_elements;
}

// A state of which nothing is known: where the activations are the default ones, H is a product of
// numbers from −1 to 1, and C grows by 1 in a step at most.
struct AnyState {
  explicit AnyState(const Opening& open) {
    const Call& call = open.call;
    bounded = !call.has("activations") && !call.has("clip");
    if (const Tensor* initial_c = call.maybe("initial_c")) {
      const Reals all = initial_c->as<double>();
      for (const double c : all) most = std::max(most, std::fabs(c));
    }
    most += double(call.tensor("X").dim(0));
  }
  Tensor of(const Tensor& Y, size_t output, std::string_view point, const Where& where,
            bool may_be_nan) const {
    if (!bounded) return no_result(Y, point, where);
    return between(Y, point, where, [&] {
      const double end = output == 2 ? most : 1;
      const Tensor low = scalar(Y.dtype(), -end), high = scalar(Y.dtype(), end);
      return may_be_nan ? Ends{low, high, {scalar(Y.dtype(), std::nan(""))}} : Ends{low, high};
    });
  }

  bool bounded = true;
  double most = 0;
};

void open_ended(Opening& open) {
  const Tensor* sequence_lens = open.call.maybe("sequence_lens");
  if (!sequence_lens || sequence_lens->size() == 0) return;
  const std::vector<int64_t> lengths = sequence_lens->ints();
  for (size_t i = 0; i < open.output_count(); ++i) {
    if (open.output(i).size() == 0) continue;
    open.output(i) = AnyState(open).of(
        open.output(i), i, "ended", [&] { return after_shortest(open, i, lengths); }, false);
  }
}

void open_lstm(Opening& open) {
  open_ended(open);
  last_states(open);
  const Call& call = open.call;
  bool finite = all_finite(&call.tensor("X")) && all_finite(call.maybe("initial_h"));
  finite = finite && all_finite(&open.Y);
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& Y = open.output(i);
    Y = AnyState(open).of(
        Y, i, "no_number", [&] { return full(Y.shape(), !finite); }, true);
  }
}

const Open op("DynamicQuantizeLSTM", no_steps, open_lstm);

}  // namespace
}  // namespace etalon
