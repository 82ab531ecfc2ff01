#include "engine/operators/choice_scope.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/operators/domain.h"
#include "engine/operators/idle_choices.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {

struct ChoiceState {
  bool records = false;
  Choices choices;
  std::shared_ptr<OpenMarks> marks = std::make_shared<OpenMarks>();
  std::map<std::string, int32_t, std::less<>> known;  // a mark as text → 1 + its index
  std::set<std::string, std::less<>> met;
};

namespace {

ChoiceState& state() { return *evaluation().choices; }

// Marks with values of their own; further ones are undefined, so that memory is bounded.
constexpr size_t most_marks = 100'000;

std::string id_of(std::string_view point) {
  const Node* node = evaluation().node;
  if (!node) return fmt::format(".{}", point);
  const bool prefixed = domain_of(node->domain).prefixed_points;
  return fmt::format("{}{}.{}", prefixed ? node->domain + "." : "", node->op_type, point);
}

bool among(const std::string& word, const std::vector<std::string_view>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string text_of(const OpenMark& mark) {
  std::string text = fmt::format("{}\n{}\n{}{}", mark.point, mark.node, int(mark.permits),
                                 mark.depends ? "d" : "");
  if (mark.values.size() == 0) return text;
  by_slot(mark.values.dtype(), [&]<class W>() {
    for (const W& each : mark.values.slots<W>()) {
      if constexpr (std::is_same_v<W, std::string>) {
        text += fmt::format("\n{}:{}", each.size(), each);
      } else {
        text.append(reinterpret_cast<const char*>(&each), sizeof each);
      }
    }
  });
  return text;
}

}  // namespace

ChoiceScope::ChoiceScope(Recording recording, Choices choices)
    : own_(std::make_unique<ChoiceState>()), in_force_(&Evaluation::choices, own_.get()) {
  own_->records = recording == Recording::on;
  own_->choices = std::move(choices);
}
ChoiceScope::~ChoiceScope() = default;

std::vector<std::string> ChoiceScope::met() const { return {own_->met.begin(), own_->met.end()}; }

bool choices_are_idle() {
  const Evaluation& wanted = evaluation();
  return wanted.choices && wanted.paused && wanted.choices->choices.empty();
}

std::shared_ptr<const OpenMarks> recorded_marks() {
  const Evaluation& wanted = evaluation();
  const bool records = wanted.choices && wanted.choices->records && !wanted.paused;
  return records ? wanted.choices->marks : nullptr;
}

const std::string* bound_option(std::string_view point,
                                const std::vector<std::string_view>& options) {
  const std::string id = id_of(point);
  if (const auto own = state().choices.find(id); own != state().choices.end()) {
    if (among(own->second, options)) return &own->second;
    throw InvalidInput("'{}' is not an option of {}; it has {}", own->second, id,
                       options.empty() ? "none" : fmt::format("{}", fmt::join(options, ", ")));
  }
  const auto shared = state().choices.find(point);
  return shared != state().choices.end() && among(shared->second, options) ? &shared->second
                                                                           : nullptr;
}

void meet(std::string_view point) { state().met.insert(id_of(point)); }

OpenMark mark_of(std::string_view point, Permits permits) {
  OpenMark mark;
  mark.point = id_of(point);
  mark.node = evaluation().node ? label_of(*evaluation().node) : "";
  mark.permits = permits;
  return mark;
}

int32_t add_mark(OpenMark mark) {
  const bool has_values = mark.permits == Permits::values || mark.permits == Permits::interval;
  if (has_values && state().marks->size() >= most_marks) mark.permits = Permits::undefined;
  const auto next = static_cast<int32_t>(state().marks->size() + 1);
  // Elements that may be in any order belong together: their mark is never shared with others.
  if (mark.permits == Permits::order) {
    state().marks->push_back(std::move(mark));
    return next;
  }
  const auto [it, is_new] = state().known.emplace(text_of(mark), next);
  if (is_new) state().marks->push_back(std::move(mark));
  return it->second;
}

namespace {

const OpenMark& mark_at(int32_t mark) { return (*state().marks)[static_cast<size_t>(mark - 1)]; }

bool is_set(const OpenMark& mark) {
  return mark.permits == Permits::values || mark.permits == Permits::interval;
}

// The first values, and those of the second that are not among them.
Tensor joined(const Tensor& first, const Tensor& second) {
  return by_slot(first.dtype(), [&]<class W>() {
    const std::span<const W> a = first.slots<W>(), b = second.slots<W>();
    std::vector<W> values(a.begin(), a.end());
    std::copy_if(b.begin(), b.end(), std::back_inserter(values),
                 [&](const W& each) { return std::find(a.begin(), a.end(), each) == a.end(); });
    Tensor all = Tensor::unwritten(first.dtype(), {values.size()});
    std::copy(values.begin(), values.end(), all.mutable_slots<W>().begin());
    return all;
  });
}

// The mark of an element that has both: what either permits, by the name of the newer point.
int32_t both(int32_t old, int32_t added) {
  const OpenMark &before = mark_at(old), &now = mark_at(added);
  if (old == added || before.permits == Permits::undefined) return old;
  const bool two_intervals =
      before.permits == Permits::interval && now.permits == Permits::interval;
  const bool sets = is_set(before) && is_set(now) && !two_intervals;
  if (!sets || before.values.dtype() != now.values.dtype()) return added;
  OpenMark mark = now;
  // The ends of an interval come first.
  const bool interval_first = before.permits == Permits::interval;
  if (interval_first) mark.permits = Permits::interval;
  mark.values =
      interval_first ? joined(before.values, now.values) : joined(now.values, before.values);
  return add_mark(mark);
}

}  // namespace

Tensor with_marks(const Tensor& Y, const std::vector<int32_t>& marks) {
  if (std::all_of(marks.begin(), marks.end(), [](int32_t mark) { return mark == 0; })) return Y;
  Side side;
  if (Y.side()) side = *Y.side();
  Tensor open = Tensor::zeros(DType::int32, Y.shape());
  const std::span<int32_t> out = open.mutable_slots<int32_t>();
  const bool had = side.open && side.marks == state().marks;
  for (size_t i = 0; i < out.size(); ++i) {
    const int32_t old = had ? side.open->slots<int32_t>()[i] : 0;
    out[i] = marks[i] == 0 ? old : old == 0 ? marks[i] : both(old, marks[i]);
  }
  side.open = open;
  side.marks = state().marks;
  return Y.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace etalon
