#include "conformance/checksum.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

#include "engine/errors.h"

namespace etalon {

std::string sha256(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InvalidInput("{}: cannot be read", file.string());
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) {
    throw InternalError("SHA-256 is not available");
  }
  std::array<char, 1 << 16> chunk;
  while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0) {
    EVP_DigestUpdate(context.get(), chunk.data(), static_cast<size_t>(in.gcount()));
  }
  if (in.bad()) throw InvalidInput("{}: cannot be read", file.string());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace etalon
