#include "engine/interpreter/as_released.h"

#include <utility>

namespace etalon {

namespace {

thread_local const Differences* in_force = nullptr;

}  // namespace

AsReleased::AsReleased(Differences differences)
    : differences_(std::move(differences)), before_(in_force) {
  in_force = &differences_;
}

AsReleased::~AsReleased() { in_force = before_; }

bool as_released(std::string_view difference) {
  return in_force != nullptr && in_force->count(difference) != 0;
}

}  // namespace etalon
