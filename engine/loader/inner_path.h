// Paths that are read from files. A file that is not trusted (a model, a report, a journal, an
// archive) may name files only inside a folder that its reader chooses.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/loader/file.h"

namespace etalon {

// A relative path of plain parts: it is not empty, is not absolute, and has no "..", no ".", no
// empty part, no backslash, no drive letter and no NUL.
class InnerPath {
 public:
  // Throws InvalidInput for any other text. `what` is the sentence's subject: "the path of a case".
  InnerPath(std::string text, std::string_view what);

  const std::string& text() const { return text_; }

  // The path in this folder, of a file or folder that need not exist. Throws InvalidInput, naming
  // it, where a part of it below `folder` is a symbolic link.
  std::filesystem::path in(const std::filesystem::path& folder) const;

  // The bytes of the regular file that has this path in the folder. The file is opened through no
  // symbolic link below the folder. Throws InvalidInput, naming the file.
  Contents read(const std::filesystem::path& folder) const;

 private:
  std::string text_;
};

// Why a text does not stay inside a folder: "is absolute", "contains '..'", …; empty where it does.
// Unlike InnerPath, it leaves parts that are empty or "." alone.
std::string_view leaving(std::string_view text);
// True for the text of an InnerPath.
bool is_inner_path(std::string_view text);

// Throws InvalidInput, naming the first one, if the folder contains a symbolic link, or anything
// but files and folders.
void refuse_links(const std::filesystem::path& folder);

// Copies the file or folder `path` of `from`, with all that is in it, to the same place in `to`.
// Throws InvalidInput for a symbolic link, and for anything but files and folders.
void copy_inner(const InnerPath& path, const std::filesystem::path& from,
                const std::filesystem::path& to);

}  // namespace etalon
