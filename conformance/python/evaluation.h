// Models and their evaluation, as Python calls it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/values/host.h"

namespace etalon::python {

// Thrown where Python's own error is set: a signal's handler or a runtime raised it. Not a
// std::exception, so that no evaluation takes it for an operator's error.
struct PythonError {};

// Lets signal handlers of Python run, in the main thread. Throws PythonError if one raises.
void check_signals();

// Calls work() without the interpreter lock. A signal's exception, such as KeyboardInterrupt, ends
// it. The memory budget of this thread is afterwards what it was before.
template <class Work>
auto unlocked(Work work) {
  const KeptAccount account;
  const Watch watch(check_signals);
  try {
    const nanobind::gil_scoped_release release;
    return work();
  } catch (const PythonError&) {
    nanobind::raise_python_error();
  }
}

// Holds an object whose memory is not charged to the thread that releases it.
template <class T>
std::shared_ptr<T> kept(T* object) {
  return {object, [](T* held) {
            const KeptAccount account;
            delete held;
          }};
}

// Limits and choices of an evaluation. The numbers are those of the command's options.
struct Settings {
  std::optional<uint64_t> max_memory;
  std::optional<uint64_t> max_steps;
  std::optional<uint64_t> max_work;
  std::optional<double> timeout;  // seconds for each call
  std::optional<uint32_t> seed;
  bool lenient = false;
  std::string dialect = "auto";  // as for dialect_named()
  bool plain = false;            // operators by their formulas alone
  bool proved = false;           // refuse results whose digits are not proved
  bool open_points = false;      // mark what the specification leaves open
  // Names of what the runtime that is judged declares (engine/values/arithmetic.h).
  std::vector<std::string> arithmetic;
  std::string as_of;  // a release, or "" for the specification

  // Throws InvalidInput for a number outside its range and for a release that does not exist.
  // Warnings are Python's, of the category RuntimeWarning.
  Options options() const;
  // How models are read. Throws InvalidInput for a dialect that does not exist.
  Leniency leniency() const;
};

// A model that is read and checked once. Immutable: several threads may use it at the same time.
class LoadedModel {
 public:
  explicit LoadedModel(BoundModel loaded) : model(std::move(loaded)) {}
  static std::shared_ptr<LoadedModel> of_file(const std::filesystem::path& file,
                                              const Leniency& leniency);
  // `folder` has external data; if it is empty, external data is refused.
  static std::shared_ptr<LoadedModel> of_bytes(std::string_view bytes,
                                               const std::filesystem::path& folder,
                                               const Leniency& leniency);

  const BoundModel model;
};

}  // namespace etalon::python
