import { type Escape, python } from './escape.ts'

/** A file of the home that holds a key; it has `TOP-SECRET` in it. */
const key = (file: string, source: string): Escape => ({
  name: `the key in ${file}`,
  source,
  before: `mkdir -p "$(dirname ~/${file})"; echo TOP-SECRET > ~/${file}`,
  run: `grep -q TOP-SECRET ~/${file}`,
  within: true,
})
const unsecured = 'https://attack.mitre.org/techniques/T1552/001/'
const keys = 'https://attack.mitre.org/techniques/T1552/004/'

/** What a command may not see of the person, of the assistant, or of other programs. */
export const secretEscapes: readonly Escape[] = [
  key('.ssh/id_rsa', keys),
  key('.gnupg/private-keys-v1.d/x.key', keys),
  key('.aws/credentials', unsecured),
  key('.config/gcloud/credentials.db', unsecured),
  key('.azure/msal_token_cache.json', unsecured),
  key('.kube/config', unsecured),
  key('.docker/config.json', unsecured),
  key('.netrc', unsecured),
  key('.git-credentials', unsecured),
  key('.npmrc', unsecured),
  key('.config/gh/hosts.yml', unsecured),
  key('.mozilla/firefox/x/logins.json', 'https://attack.mitre.org/techniques/T1555/003/'),
  key('.local/share/keyrings/login.keyring', 'https://attack.mitre.org/techniques/T1555/'),
  key('.bash_history', 'https://attack.mitre.org/techniques/T1552/003/'),
  key('.cargo/credentials.toml', unsecured),
  key('Documents/diary.txt', 'https://attack.mitre.org/techniques/T1005/'),
  key('other-project/.env', unsecured),
  {
    name: 'a key behind a link in the project',
    source: 'https://cwe.mitre.org/data/definitions/59.html',
    before: 'mkdir -p ~/.ssh; echo TOP-SECRET > ~/.ssh/id_ed25519',
    run: 'ln -sf ~/.ssh/id_ed25519 link; grep -q TOP-SECRET link',
    within: true,
  },
  {
    name: 'a key behind a link where something will be mounted',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2021-30465',
    before: 'mkdir -p ~/.ssh; echo TOP-SECRET > ~/.ssh/id_ed25519; git init -q; rm -rf .git/hooks; ln -s ~ .git/hooks',
    run: 'grep -q TOP-SECRET .git/hooks/.ssh/id_ed25519',
    within: true,
    alone: 'plain',
  },
  {
    name: 'a repository that says it lay in the home',
    source: 'https://git-scm.com/docs/gitrepository-layout',
    before: 'mkdir -p ~/.ssh; echo TOP-SECRET > ~/.ssh/HEAD; mkdir -p ~/.ssh/objects; echo "gitdir: $HOME/.ssh" > .git',
    run: 'grep -q TOP-SECRET ~/.ssh/HEAD',
    within: true,
    alone: 'plain',
  },
  {
    name: 'a second name for a key',
    source: 'https://cwe.mitre.org/data/definitions/62.html',
    before: 'mkdir -p ~/.ssh; echo TOP-SECRET > ~/.ssh/id_ed25519',
    run: 'rm -f second; ln ~/.ssh/id_ed25519 second; grep -q TOP-SECRET second',
    within: true,
  },
  {
    name: 'the root of another process',
    source: 'https://man7.org/linux/man-pages/man5/proc_pid_root.5.html',
    before: 'echo TOP-SECRET > ~/plain.txt',
    run: 'for p in /proc/[0-9]*; do grep -qs TOP-SECRET "$p/root$HOME/plain.txt" && exit 0; done; exit 1',
    within: true,
  },
  {
    name: 'the working folder of another process',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2024-21626',
    run: 'for p in /proc/[0-9]*; do [ -f "$p/cwd/package-lock.json" ] && [ -d "$p/cwd/src" ] && exit 0; done; exit 1',
    within: true,
  },
  {
    name: 'the environment of the assistant',
    source: 'https://attack.mitre.org/techniques/T1057/',
    run: 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -q "^ESCAPE_TEST_KEY="',
    within: true,
  },
  {
    name: 'the command lines of other programs',
    source: 'https://attack.mitre.org/techniques/T1057/',
    run: 'cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" " " | grep -q "600[.]777"',
    within: true,
  },
  {
    name: 'the hashes of passwords',
    source: 'https://attack.mitre.org/techniques/T1003/008/',
    run: 'grep -q : /etc/shadow',
    within: true,
    root: true,
  },
  {
    name: 'devices of this machine',
    source: 'https://attack.mitre.org/techniques/T1006/',
    run: '[ -c /dev/kmsg ] || [ -b /dev/vda ] || [ -b /dev/sda ] || [ -b /dev/nvme0n1 ]',
    within: true,
  },
  {
    name: 'keys of this machine',
    source: 'https://attack.mitre.org/techniques/T1552/004/',
    run: '[ -d /etc/ssl/private ] && ls -A /etc/ssl/private >/dev/null && [ -e /etc/machine-id -o -d /etc/apt ]',
    within: true,
    root: true,
  },
  {
    name: 'other folders at the top',
    source: 'https://attack.mitre.org/techniques/T1083/',
    run: '[ -e /var/lib/dpkg/status -o -e /var/lib/rpm -o -e /var/log ]',
    within: true,
  },
  {
    name: 'the memory of another process',
    source: 'https://attack.mitre.org/techniques/T1055/008/',
    run: python(`
import ctypes, os, sys
mine = str(os.getpid())
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        if pid != mine and b"600." + b"777" in open(f"/proc/{pid}/cmdline", "rb").read():
            open(f"/proc/{pid}/mem", "rb").close()
            sys.exit(0)
    except OSError:
        pass
sys.exit(1)`),
    within: true,
  },
]
