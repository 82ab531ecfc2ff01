// DFT and STFT: a fast transform adds all entries, those too that do not count in one part of a
// bin.
#include "ops/ai.onnx/signal/quick/fourier.h"

namespace etalon {
namespace {

const Bounds op[] = {{"DFT", dft_quickly}, {"STFT", stft_quickly}};

}  // namespace
}  // namespace etalon
