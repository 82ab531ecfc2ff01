#include "engine/numerics/steps.h"

#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon::detail {
namespace {

void forget_radius(Ball&) {}
void forget_radius(WideBall& x) { x = {x.negative(), x.magnitude(), x.exponent(), 0}; }
void forget_radius(ArbBall& x) { mag_zero(arb_radref(x.get())); }

enum class Radii { kept, forgotten };

class Walk {
 public:
  Walk(const Steps& steps, const std::vector<Reals>& initial, const StepFormula& formula)
      : steps_(steps), initial_(initial), formula_(formula) {}

  Walked walked() {
    if (evaluation().once_over_arbs()) {
      over<ArbBall>(formula_.arbs);
    } else if (evaluation().sampled) {
      over<Ball>(formula_.balls);
    } else {
      over_reals();
    }
    return std::move(results_);
  }

 private:
  // Throws Undecided; then done_ tells how many steps were decided.
  template <class R>
  void over(StepFormula::Of<R> f, Radii radii = Radii::kept) {
    results_ = {};
    State<R> state(initial_.begin(), initial_.end());
    for (done_ = 0; done_ < steps_.count; ++done_) {
      state = f(formula_.f, done_, state);
      if (radii == Radii::forgotten) {
        for (Array<R>& part : state) {
          for (R& value : part) forget_radius(value);
        }
      }
      results_.after.push_back(given(state[0]));
    }
    for (const Array<R>& part : state) results_.last.push_back(given(part));
  }

  template <class R>
  Tensor given(const Array<R>& values) const {
    return proved_ ? rounded(steps_.type, values)
                   : Tensor::of(steps_.type, decided(steps_.type, values));
  }

  // Balls decide no more than a few steps, and WideBalls most of what is not long.
  void over_reals() {
    // Products times bits: some seconds for a proof, and a tenth of one without.
    const double affordable = evaluation().proofs ? 0x1p34 : 0x1p30;
    constexpr size_t few_steps = 8;
    if (steps_.type != DType::float64 && steps_.count <= few_steps) {
      try {
        return over<Ball>(formula_.balls);
      } catch (const Undecided&) {
      }
    }
    long bits = first_bits;
    done_ = 0;
    try {
      const Setting scope(&Evaluation::precision, bits);
      return over<WideBall>(formula_.wide_balls);
    } catch (const Undecided&) {
      // Without a step, it was not for want of bits.
      if (done_ > 0) bits = more_bits(bits);
    }
    while (bits <= last_bits && steps_.products * double(bits) <= affordable) {
      const Setting scope(&Evaluation::precision, bits);
      try {
        return over<ArbBall>(formula_.arbs);
      } catch (const Undecided&) {
        bits = more_bits(bits);
      }
    }
    over_reals_without_radii();
  }

  void over_reals_without_radii() {
    const Setting scope(&Evaluation::precision, first_bits);
    proved_ = false;
    try {
      return over<WideBall>(formula_.wide_balls, Radii::forgotten);
    } catch (const Undecided&) {
    }
    const Setting middles(&Evaluation::middles, true);
    over<ArbBall>(formula_.arbs, Radii::forgotten);
  }

  // The bits to try next where `bits` decided so many steps: radii grow at an even pace.
  long more_bits(long bits) const {
    constexpr size_t too_few = 4;  // not the pace decided, but a single number
    constexpr long held = 40;      // what a digit needs, and some to spare
    if (done_ < too_few) return 4 * bits;
    return std::max(2 * bits, held + (bits - held) * long(steps_.count) / long(done_) + held);
  }

  const Steps& steps_;
  const std::vector<Reals>& initial_;
  const StepFormula& formula_;
  Walked results_;
  size_t done_ = 0;
  bool proved_ = true;
};

}  // namespace

Walked over_steps(const Steps& steps, const std::vector<Reals>& initial,
                  const StepFormula& formula) {
  return Walk(steps, initial, formula).walked();
}

}  // namespace etalon::detail
