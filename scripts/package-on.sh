#!/usr/bin/env bash
# Packs, installs into an empty folder and tries the package on other versions of Node: scripts/package-on.sh [22 24 …]
# Each comes as npm's package `node` into a temporary folder. What is tried is in test/journeys/package.test.ts.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
[ "$#" -gt 0 ] || set -- 22 24
for version in "$@"; do
  npm install --prefix "$place/$version" --no-audit --no-fund --loglevel=error "node@$version"
  node="$place/$version/node_modules/node/bin/node"
  echo "Node $("$node" --version)"
  PACKAGE_NODE=$node npx vitest run test/journeys/package.test.ts
done
