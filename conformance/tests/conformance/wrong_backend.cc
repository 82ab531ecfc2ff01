#include "conformance/tests/conformance/wrong_backend.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "conformance/tests/catch.h"
#include "engine/c_interface.h"

#ifdef __SANITIZE_ADDRESS__
extern "C" void __asan_init();
#endif

namespace etalon::test {

namespace {

// The path of the library that defines the function.
std::string library_of(const void* function) {
  Dl_info info;
  REQUIRE(dladdr(function, &info) != 0);
  return std::filesystem::canonical(info.dli_fname).string();
}

// A library built with AddressSanitizer requires the sanitizer, and the C++ library whose
// exceptions it intercepts, to be loaded first. Leaks are not checked, because Python has some.
std::string environment() {
#ifdef __SANITIZE_ADDRESS__
  return fmt::format("env LD_PRELOAD='{} libstdc++.so.6' ASAN_OPTIONS=detect_leaks=0 ",
                     library_of(reinterpret_cast<void*>(&__asan_init)));
#else
  return "";
#endif
}

}  // namespace

std::string wrong_backend(const std::string& wishes) {
  return fmt::format("{}python3 '{}/conformance/tests/data/wrong_backend.py' '{}' {}",
                     environment(), ETALON_SOURCE_DIR,
                     library_of(reinterpret_cast<void*>(&etalon_version)), wishes);
}

}  // namespace etalon::test
