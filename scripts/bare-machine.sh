#!/usr/bin/env bash
# Runs a command as on a machine that has nothing of scripts/system-parts.sh: scripts/bare-machine.sh npm test
# Without a command it runs the test files that name a hidden program. In a mount namespace of its own, each folder of
# programs gets a layer from which they are removed; the machine itself does not change. It needs Linux, and root or user namespaces.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

if [ -z "${BARE_MACHINE:-}" ]; then
  [ "$(id -u)" -eq 0 ] && namespaces=(--mount) || namespaces=(--map-root-user --mount)
  if ! why=$(unshare "${namespaces[@]}" true 2>&1); then
    echo "bare machine: this machine allows no mount namespace: $why" >&2
    exit 69
  fi
  # Only the system's folders and this Node: a tool of somebody's home would not be on a bare machine.
  BARE_MACHINE=1 PATH="$(dirname "$(command -v node)"):/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    exec unshare "${namespaces[@]}" bash "$0" "$@"
fi
# Not for the programs below: one that starts this script again gets a namespace of its own.
unset BARE_MACHINE

# The programs of a package that a fresh Debian always has, such as util-linux, stay.
programs() {
  bash "$root/scripts/system-parts.sh" --list | while read -r command packages _why; do
    for package in ${packages//,/ }; do
      [ "$(dpkg-query -W -f '${Essential}' "$package" 2>/dev/null)" != yes ] || continue 2
    done
    echo "$command"
    for package in ${packages//,/ }; do
      { dpkg -L "$package" 2>/dev/null || true; } | sed -nE 's,^(/usr)?/s?bin/([^/]+)$,\2,p'
    done
  done | sort -u
}
mapfile -t hidden < <(programs)

layers=$(mktemp -d)
mount -t tmpfs layers "$layers"
folders=$(tr ':' '\n' <<<"$PATH" | while read -r folder; do realpath -q "$folder" || true; done | sort -u)
for folder in $folders; do
  present=()
  for program in "${hidden[@]}"; do
    [ ! -e "$folder/$program" ] && [ ! -L "$folder/$program" ] || present+=("$folder/$program")
  done
  [ "${#present[@]}" -gt 0 ] || continue
  layer="$layers/${folder//\//-}"
  mkdir "$layer" "$layer/upper" "$layer/work"
  mount -t overlay bare -o "lowerdir=$folder,upperdir=$layer/upper,workdir=$layer/work" "$folder"
  rm -f "${present[@]}"
done

cd "$root"
[ "$#" -eq 0 ] || exec "$@"

# A test that needs a program names it; the test files that import such a file are found by vitest.
names=$(printf '%s\n' "${hidden[@]}" | sed 's/[].+*[]/\\&/g' | paste -sd '|')
mapfile -t files < <(grep -rlE "parts\.ts'|['\"\`]($names)['\"\`]|/usr/bin/" test bench --include='*.ts' --include='*.tsx')
unset CI
exec npx vitest related --run --retry=1 "${files[@]}"
