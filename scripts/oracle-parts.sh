#!/usr/bin/env bash
# Installs the programs by others that judge ours (test/oracles): the project builds, runs and is tested without them.
set -euo pipefail
cd "$(dirname "$0")/../test/oracles"
# What is there for this lock file is not installed again.
cmp -s package-lock.json node_modules/.for-lock && exit 0
npm ci --ignore-scripts --no-audit --no-fund
cp package-lock.json node_modules/.for-lock
