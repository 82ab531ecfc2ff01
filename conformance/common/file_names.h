// Names that become file names, and words of a shell's command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etalon {

// A text of any origin as the name of one file or folder: letters, digits and any of "-_.+=,@" stay
// (a dot only after the first place), every other byte is %XX. A name of more than 200 bytes is cut
// and ends in a checksum of the whole, so that different texts have different names.
std::string file_name_of(std::string_view text);

// A word as a POSIX shell reads it back: in single quotes unless it needs none.
std::string shell_word(std::string_view text);
// Words with spaces between.
std::string shell_words(const std::vector<std::string>& words);

}  // namespace etalon
