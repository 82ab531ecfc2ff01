#include "engine/interpreter/substitute.h"

#include <utility>

namespace etalon {
namespace {

thread_local const Substitute* in_force = nullptr;

}  // namespace

SubstituteScope::SubstituteScope(Substitute substitute)
    : own_(std::move(substitute)), saved_(std::exchange(in_force, &own_)) {}

SubstituteScope::~SubstituteScope() { in_force = saved_; }

const Substitute* current_substitute() { return in_force; }

}  // namespace etalon
