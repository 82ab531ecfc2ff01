// Reading a large JSON document from a file, a part at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/loader/file.h"

namespace etalon {

// Finds where values begin and end; parsing a value checks that its text is JSON. Each function
// throws an exception of the JSON library for text that is not JSON.
class JsonStream {
 public:
  // Throws InvalidInput, naming the file, where it cannot be read, or has no bytes but blanks.
  explicit JsonStream(const std::filesystem::path& file);

  // The first character of the next value: '{', '[', '"' and so on.
  char kind();
  // The text of the next value, until the next call of any function.
  std::string_view value();
  // Reads the next value, an object or list, and calls `visit` where a member's value or an element
  // begins; it is to read it with one call of these functions.
  void object(const std::function<void(const std::string& key)>& visit);
  void list(const std::function<void()>& visit);
  // Checks that only blanks follow.
  void end();

 private:
  [[noreturn]] void refuse(const char* what) const;
  bool more();
  char next();
  char taken(std::string_view wanted);

  std::string name_;
  FileDescriptor file_;
  std::string buffer_;
  size_t at_ = 0;      // what has been read of the buffer
  size_t before_ = 0;  // bytes of the file before the buffer
};

// The members of an object's text, or nothing if it is not an object's: `visit` is called with each
// key as it is written, and the text of its value. They are not known to be JSON.
bool each_member(std::string_view object,
                 const std::function<void(std::string_view key, std::string_view value)>& visit);

}  // namespace etalon
