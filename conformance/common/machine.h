// The machine that a run is made on, and the time.
#pragma once

#include <string>

namespace etalon {

// "Linux 6.1.0 x86_64, AMD EPYC 7763 64-Core Processor, 2 cores". What the system does not tell is
// left out.
std::string machine_text();

// The time now in UTC: "2026-11-22T15:20:00Z".
std::string utc_now();

}  // namespace etalon
