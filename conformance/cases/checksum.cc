#include "conformance/cases/checksum.h"

#include <fcntl.h>
#include <openssl/evp.h>

#include <array>

#include "engine/loader/file.h"
#include "engine/values/errors.h"
#include "engine/values/limits.h"
#include "engine/values/utf8.h"

namespace etalon {

struct Checksum::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                  EVP_MD_CTX_free};
};

Checksum::Checksum() : state_(std::make_unique<State>()) {
  if (!state_->context || EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr) != 1) {
    throw InternalError("SHA-256 is not available");
  }
}

Checksum::~Checksum() = default;

void Checksum::add(std::string_view bytes) {
  EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size());
}

std::string Checksum::text() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  EVP_DigestFinal_ex(state_->context.get(), digest.data(), &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256(const std::filesystem::path& file) {
  const FileDescriptor in = open_regular(file, O_RDONLY);
  Checksum sum;
  std::array<char, 1 << 16> chunk;
  for (;;) {
    const ssize_t count = ::read(in.get(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      throw InvalidInput("cannot read {}: {}", in_quotes(file.string()), system_message(errno));
    }
    if (count == 0) return sum.text();
    check_deadline();
    sum.add({chunk.data(), static_cast<size_t>(count)});
  }
}

}  // namespace etalon
