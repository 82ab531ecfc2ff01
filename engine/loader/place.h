// The place in a model that a message begins with.
#pragma once

#include <string>

#include "engine/operators/model.h"

namespace etalon {

// "function 'domain.name'", with ":overload" if it has one.
std::string place(const Function& function);

// Runs `action`; an Error it throws gets `where()` in front.
template <class Where, class Action>
decltype(auto) located(Where&& where, Action&& action) {
  try {
    return action();
  } catch (Error& error) {
    error.locate(where());
    throw;
  }
}

}  // namespace etalon
