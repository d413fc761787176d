#!/usr/bin/env bash
# Starts one OpenSearch node on loopback, runs a command with OPENSEARCH_URL set, and stops it; without a command it checks that the program
# and the node understand each other. Needs Java and the distribution (opensearch.org/downloads), unpacked:
#
#   OPENSEARCH_HOME=~/opensearch-3.3.0 scripts/opensearch-node.sh
#   OPENSEARCH_HOME=~/opensearch-3.3.0 scripts/opensearch-node.sh env ASSISTANT_DOCS_STORE=opensearch node bin/assistant.js docs add papers
#
# For Korean by nori, first: $OPENSEARCH_HOME/bin/opensearch-plugin install analysis-nori
set -euo pipefail
cd "$(dirname "$0")/.."
home=${OPENSEARCH_HOME:-/usr/share/opensearch}
[ -x "$home/bin/opensearch" ] || { echo "No OpenSearch in $home: set OPENSEARCH_HOME to an unpacked distribution." >&2; exit 2; }
[ -d "$home/jdk" ] || command -v java >/dev/null || { echo "Java is needed to run $home/bin/opensearch." >&2; exit 2; }
port=${OPENSEARCH_PORT:-9299}
data=$(mktemp -d)
pid=
stop() { [ -z "$pid" ] || { kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; }; rm -rf "$data"; }
trap stop EXIT
# Below 1 GB of heap: it is for one person's documents. The security plugin would want certificates.
OPENSEARCH_JAVA_OPTS="${OPENSEARCH_JAVA_OPTS:--Xms512m -Xmx512m}" "$home/bin/opensearch" \
  -E discovery.type=single-node -E plugins.security.disabled=true -E "http.port=$port" -E http.host=127.0.0.1 \
  -E "path.data=$data/data" -E "path.logs=$data/logs" >"$data/out" 2>&1 &
pid=$!
export OPENSEARCH_URL="http://127.0.0.1:$port"
until curl -fs "$OPENSEARCH_URL/_cluster/health?wait_for_status=yellow&timeout=5s" >/dev/null 2>&1; do
  kill -0 "$pid" 2>/dev/null || { tail -20 "$data/out" >&2; exit 1; }
  sleep 1
done
if [ $# -gt 0 ]; then "$@"; else node test/fakes/cluster-story.ts "$OPENSEARCH_URL"; fi
