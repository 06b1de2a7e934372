// Catch2's main. Version 3 brings its own main as a library; this one serves both.
#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
