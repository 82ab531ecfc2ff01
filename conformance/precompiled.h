// What most of conformance/ includes, compiled once.
#pragma once

#include "engine/precompiled.h"
#include "engine/values/json.h"
