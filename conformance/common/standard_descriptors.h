// The descriptors 0, 1 and 2 of a program that is started with some of them closed.
#pragma once

#include "engine/loader/file.h"

namespace etalon {

// Occupies those that are closed, so that nothing that the program opens gets their numbers.
// Reading and writing them fails as it does for a closed descriptor.
void occupy_standard_descriptors();

// The same open file under a number above 2: for what a child process gets as one of these three.
FileDescriptor above_standard(FileDescriptor descriptor);

}  // namespace etalon
