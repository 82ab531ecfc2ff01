// DFT and STFT: a fast transform adds all entries, those too that do not count in one part of a
// bin.
#include "ops/ai.onnx/signal/quick/fourier.h"

namespace etalon {
namespace {

const Bounds op[] = {{"DFT", dft_by_products}, {"STFT", stft_by_products}};

}  // namespace
}  // namespace etalon
