#!/usr/bin/env bash
# Everything the other steps need is installed.
. "$(dirname "$0")/../checks.sh"

check "setup" bash .ci/setup.sh
