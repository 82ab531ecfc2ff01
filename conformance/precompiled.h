// What most of conformance/ includes, compiled once.
#pragma once

#include <CLI/CLI.hpp>

#include "engine/precompiled.h"
#include "engine/values/json.h"
