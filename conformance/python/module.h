// The parts of the extension module, one function each.
#pragma once

#include <nanobind/nanobind.h>

namespace etalon::python {

void bind_evaluation(nanobind::module_& module);
void bind_judging(nanobind::module_& module);
void bind_cases(nanobind::module_& module);
void bind_pytest(nanobind::module_& module);
void bind_generation(nanobind::module_& module);
void bind_command(nanobind::module_& module);
void bind_operators(nanobind::module_& module);

}  // namespace etalon::python
