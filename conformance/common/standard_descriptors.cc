#include "conformance/common/standard_descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include "engine/values/errors.h"

namespace etalon {

void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is this one. Opened for what it is not used for.
    const int mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", mode) < 0) ::open("/", O_RDONLY | O_DIRECTORY);
  }
}

FileDescriptor above_standard(FileDescriptor descriptor) {
  if (!descriptor.valid() || descriptor.get() > STDERR_FILENO) return descriptor;
  FileDescriptor moved(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!moved.valid()) throw InternalError("cannot copy a descriptor: {}", system_message(errno));
  return moved;
}

}  // namespace etalon
