// etalon-libfuzzer --target=NAME [OPTIONS OF LIBFUZZER] CORPUS…: runs one target on inputs that
// libFuzzer chooses by the code that they reach. It saves each finding and ends with the first one.
#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include "conformance/fuzz/targets.h"

namespace {

using etalon::fuzz::Random;
using etalon::fuzz::Target;

const Target* chosen = nullptr;

std::string_view text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Writes what fits into `data`.
size_t put(const std::string& input, uint8_t* data, size_t most) {
  const size_t size = std::min(input.size(), most);
  std::memcpy(data, input.data(), size);
  return size;
}

}  // namespace

// The names and parameters of these functions are libFuzzer's.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view option = "--target=";
  std::string names;
  for (const Target& target : etalon::fuzz::targets()) {
    for (int i = 1; i < *argc; ++i) {
      const std::string_view word = (*argv)[i];
      if (word.starts_with(option) && word.substr(option.size()) == target.name) chosen = &target;
    }
    names += " " + target.name;
  }
  if (chosen != nullptr) return 0;
  std::cerr << "etalon-libfuzzer: needs --target=NAME; the targets are" << names << "\n";
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  chosen->run(text(data, size));
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most,
                                          unsigned int seed) {
  Random random(seed);
  return put(etalon::fuzz::mutate(text(data, size), {}, chosen->form, random), data, most);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data, size_t size, const uint8_t* other,
                                            size_t other_size, uint8_t* out, size_t most,
                                            unsigned int seed) {
  Random random(seed);
  return put(etalon::fuzz::mutate(text(data, size), text(other, other_size), chosen->form, random),
             out, most);
}
