// Which files a backend has loaded.
#pragma once

#include <sys/types.h>

#include <map>
#include <set>
#include <string>

namespace etalon {

// The SHA-256 of files, by path.
using FileDigests = std::map<std::string, std::string>;

struct LoadedFiles {
  FileDigests files;
  std::string unknown;  // why there may be others: "python3 does not say …"; else empty
};

// The SHA-256 of a file's content; empty where it is not a file that can be read. A file that has
// the size, the time and the inode that it had is not read again by this process.
std::string digest_of_file(const std::string& file);

struct MappedFiles {
  std::set<std::string> files;
  std::string unknown;  // as above
};

// The files that the descendants of a process map, and those that their command lines name. `says`:
// the backend says itself which others it loads, so it may be an interpreter and start programs
// that end. `channel` is the inode of the socket of its requests: one with other sockets may be
// answered by a process that is not seen.
MappedFiles files_of_descendants(pid_t ancestor, bool says, ino_t channel);

}  // namespace etalon
