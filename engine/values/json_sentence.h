// What is wrong with a JSON document, in words for users.
#pragma once

#include <exception>
#include <string>

namespace etalon {

// The message of an exception of the JSON library as a sentence: without its error number, and the
// names of the library's functions and types.
std::string json_sentence(const std::exception& problem);

}  // namespace etalon
