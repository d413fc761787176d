#!/usr/bin/env bash
# Installs what the tests need from Debian, as root. Does nothing, quickly, when everything is there.
# One line per part: the command that proves it is there, the packages (a,b) that bring it, what it is for. `--list` prints them.
set -euo pipefail

parts='
git         git                  repositories that tests make and read
cc          gcc,libc6-dev        a layer between tests and the disk that fails on demand
curl        curl                 the transcript of serve in the READMEs
jq          jq                   stream-json as a stranger reads it
tmux        tmux                 a real terminal around the program
strace      strace               which bytes are written, which files are synced
faketime    faketime             days that pass in a second
bwrap       bubblewrap           the sandbox of shell and code
ip          iproute2             a network that goes away
setpriv     util-linux           tests as somebody who is not root
pip3        python3-pip          what scripts/real-parts.sh fetches with
python3     python3              what python_repl runs
ps          procps               processes that are stopped or gone
systemd-analyze systemd          whether the unit of the daemon is one
radicale    radicale             calendars on a real CalDAV server
khal        khal                 a calendar program that shows our feed (with python3-icalendar)
dovecot     dovecot-imapd        mail on a real IMAP server
redis-server redis-server        sessions and sync over a real Redis
sox         sox                  sound made and measured
espeak-ng   espeak-ng            a voice without a model
pulseaudio  pulseaudio           a sound device that is only software
pactl       pulseaudio-utils     its null sinks
aplay       alsa-utils,libasound2-plugins  the other way to a sound device
hunspell    hunspell,hunspell-ko  Korean nouns that no reader was written against
bzip2       bzip2                archives of speech models
man         man-db               whether the manual pages can be read
zsh         zsh                  whether its completion script is one
fish        fish                 whether its completion script is one
rsvg-convert librsvg2-bin,fonts-dejavu-core,fonts-nanum-coding  pictures of the READMEs as another program draws them
fc-list     fontconfig           which fonts are here
'

if [ "${1:-}" = --list ]; then
  printf '%s' "${parts#?}"
  exit 0
fi

missing=()
while read -r command packages _why; do
  [ -z "$command" ] || command -v "$command" >/dev/null || missing+=(${packages//,/ })
done <<<"$parts"

if [ "${#missing[@]}" -eq 0 ]; then
  exit 0
fi
echo "system parts: installing ${missing[*]}"
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "system parts: this needs root on Debian; elsewhere install them by hand: ${missing[*]}" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
