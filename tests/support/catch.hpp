#pragma once
// Catch2 as the distributions ship it: version 2 as one header, version 3 as a library. Tests include this
// file and use what both have: TEST_CASE, SECTION, CHECK, REQUIRE, CAPTURE, INFO, Approx, GENERATE.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#elif __has_include(<catch_amalgamated.hpp>)
#include <catch_amalgamated.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
