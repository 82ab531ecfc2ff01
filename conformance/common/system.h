// The system: the machine, the time, other programs, the descriptors 0, 1 and 2.
#pragma once

#include <string>
#include <vector>

#include "engine/loader/file.h"

namespace etalon {

// "Linux 6.1.0 x86_64, AMD EPYC 7763 64-Core Processor, 2 cores". What the system does not tell is
// left out.
std::string machine_text();

// The time now in UTC: "2026-11-22T15:20:00Z".
std::string utc_now();

// Of programs that are not judged.
constexpr int program_not_started = 127;

// Runs a program found in PATH, with this process' output, and returns its exit code;
// program_not_started when it does not start or is killed.
int run_program(std::vector<std::string> words);

// Of a program that is started with some of the descriptors 0, 1 and 2 closed: occupies these, so
// that nothing that the program opens gets their numbers. Reading and writing them fails as it does
// for a closed descriptor.
void occupy_standard_descriptors();

// From now on an exception that nobody handles, on any thread and in objects that exist before
// main(), ends the program with one sentence: with exit code 3 where memory or threads ran out,
// else by abort(). May be called before anything else.
void explain_termination();

// The same open file under a number above 2: for what a child process gets as one of these three.
FileDescriptor above_standard(FileDescriptor descriptor);

}  // namespace etalon
