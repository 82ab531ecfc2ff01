// What most of conformance/ includes, compiled once.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "engine/precompiled.h"
