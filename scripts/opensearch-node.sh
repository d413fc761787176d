#!/usr/bin/env bash
# Starts one OpenSearch node on loopback, runs a command with OPENSEARCH_URL set, and stops it; without a command it checks that the program
# and the node understand each other. Needs Java 17 or newer, and either Maven, from which the node comes (words only: it has no k-NN), or the
# distribution (opensearch.org/downloads), unpacked:
#
#   scripts/opensearch-node.sh
#   OPENSEARCH_HOME=~/opensearch-3.3.0 scripts/opensearch-node.sh
#   OPENSEARCH_HOME=~/opensearch-3.3.0 scripts/opensearch-node.sh env ASSISTANT_DOCS_STORE=opensearch node bin/assistant.js docs add papers
#
# For Korean by nori, first: $OPENSEARCH_HOME/bin/opensearch-plugin install analysis-nori
# Ends with 69 where no node can be had.
# To keep a node's answers for the tests: scripts/opensearch-node.sh sh -c 'node test/fakes/recorded-cluster.ts "$OPENSEARCH_URL" test/fixtures/opensearch/node-2.19.json'
set -euo pipefail
cd "$(dirname "$0")/.."
version=${OPENSEARCH_VERSION:-2.19.6}
home=${OPENSEARCH_HOME:-}
command -v java >/dev/null || [ -d "$home/jdk" ] || { echo "Java is needed to run OpenSearch." >&2; exit 69; }
port=${OPENSEARCH_PORT:-9299}
data=$(mktemp -d)
pid=
stop() { [ -z "$pid" ] || { kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; }; rm -rf "$data"; }
trap stop EXIT

# The jars of Maven, once; log4j-core is what the node writes its log with.
jars() {
  local lib=$1 from=https://maven.apache.org/POM/4.0.0 all='' one
  for one in org.opensearch:opensearch:"$version" org.opensearch.plugin:transport-netty4-client:"$version" \
    org.opensearch.plugin:analysis-common:"$version" org.apache.logging.log4j:log4j-core:2.25.4; do
    IFS=: read -r group name number <<<"$one"
    all+="<dependency><groupId>$group</groupId><artifactId>$name</artifactId><version>$number</version></dependency>"
  done
  echo "<project xmlns=\"${from/https/http}\"><modelVersion>4.0.0</modelVersion><groupId>local</groupId><artifactId>node</artifactId><version>1</version><dependencies>$all</dependencies></project>" >"$data/pom.xml"
  mvn -q -B -f "$data/pom.xml" dependency:copy-dependencies -DoutputDirectory="$lib.part" && mv "$lib.part" "$lib"
}

# Below 1 GB of heap: it is for one person's documents.
if [ -n "$home" ]; then
  [ -x "$home/bin/opensearch" ] || { echo "No OpenSearch in $home: set OPENSEARCH_HOME to an unpacked distribution." >&2; exit 2; }
  # The security plugin would want certificates.
  OPENSEARCH_JAVA_OPTS="${OPENSEARCH_JAVA_OPTS:--Xms512m -Xmx512m}" "$home/bin/opensearch" \
    -E discovery.type=single-node -E plugins.security.disabled=true -E "http.port=$port" -E http.host=127.0.0.1 \
    -E "path.data=$data/data" -E "path.logs=$data/logs" >"$data/out" 2>&1 &
else
  command -v mvn >/dev/null || { echo "Maven is needed to get a node, or OPENSEARCH_HOME." >&2; exit 69; }
  lib=${XDG_CACHE_HOME:-$HOME/.cache}/assistant-opensearch/$version
  mkdir -p "$(dirname "$lib")" "$data/home/config"
  [ -d "$lib" ] || jars "$lib" || { echo "The jars of OpenSearch $version cannot be had from Maven here." >&2; exit 69; }
  java -Xms512m -Xmx512m -cp "$lib/*" scripts/OpenSearchNode.java "$data/home" "$port" >"$data/out" 2>&1 &
fi
pid=$!
export OPENSEARCH_URL="http://127.0.0.1:$port"
until curl -fs "$OPENSEARCH_URL/_cluster/health?wait_for_status=yellow&timeout=5s" >/dev/null 2>&1; do
  kill -0 "$pid" 2>/dev/null || { tail -20 "$data/out" >&2; exit 1; }
  sleep 1
done
# The Node that the project wants, where the system's is older.
PATH=$PWD/node_modules/.bin:$PATH
if [ $# -gt 0 ]; then "$@"
elif [ -n "$home" ]; then node test/fakes/cluster-story.ts "$OPENSEARCH_URL"
else node test/fakes/recorded-cluster.ts "$OPENSEARCH_URL"; fi
