import { type Escape, python } from './escape.ts'

/**
 * A call of the system by its number on x86-64; it has worked unless the kernel says that it may not, or does not
 * know it.
 */
const call = (name: string, source: string, expression: string, more: Partial<Escape> = {}): Escape => ({
  name: `the system call ${name}`,
  source,
  run: python(`
import ctypes, errno, sys
c = ctypes.CDLL(None, use_errno=True)
b = ctypes.create_string_buffer(256)
r = ${expression}
sys.exit(1 if r < 0 and ctypes.get_errno() in (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EAFNOSUPPORT) else 0)`),
  within: true,
  ...more,
})
const profile = 'https://docs.docker.com/engine/security/seccomp/'
const root = { root: true } as const

/** A connection to something outside: `@TCP@`, `@SOCKET@` and `@ABSTRACT@` are servers of the test. */
const connection = (name: string, source: string, family: string, address: string, kind = 'SOCK_STREAM'): Escape => ({
  name,
  source,
  run: python(`
import socket, time
s = socket.socket(socket.${family}, socket.${kind})
s.settimeout(2)
s.connect(${address})
s.send(b"x")
time.sleep(0.1)
s.send(b"x")`),
  within: true,
})

/** The kernel, other processes, sockets of other programs, the network, and what a machine has of room. */
export const machineEscapes: readonly Escape[] = [
  call('ptrace', 'https://attack.mitre.org/techniques/T1055/008/', 'c.syscall(101, 0, 0, 0, 0)'),
  call('keyctl', profile, 'c.syscall(250, 0, -3, 1)'),
  call('add_key', 'https://nvd.nist.gov/vuln/detail/CVE-2016-0728', 'c.syscall(248, b"user", b"x", b"y", 1, -3)'),
  call('bpf', 'https://nvd.nist.gov/vuln/detail/CVE-2021-3490', 'c.syscall(321, 0, b, 48)', root),
  call('perf_event_open', profile, 'c.syscall(298, b, 0, -1, -1, 0)', root),
  call('userfaultfd', profile, 'c.syscall(323, 0)', root),
  call(
    'io_uring_setup',
    'https://security.googleblog.com/2023/06/learnings-from-kctf-vrps-42-linux.html',
    'c.syscall(425, 1, b)',
  ),
  call('unshare', 'https://nvd.nist.gov/vuln/detail/CVE-2022-0185', 'c.syscall(272, 0x10000000)'),
  call('mount', profile, 'c.syscall(165, b"x", b"/tmp", b"nothing", 0, 0)', root),
  call('syslog', profile, 'c.syscall(103, 3, b, 256)', root),
  call('process_vm_readv', profile, 'c.syscall(310, 1, b, 0, b, 0, 0)', root),
  call('open_by_handle_at', 'https://stealth.openwall.net/xSports/shocker.c', 'c.syscall(304, -100, b, 0)', root),
  call('socket for a virtual machine', 'https://man7.org/linux/man-pages/man7/vsock.7.html', 'c.socket(40, 1, 0)'),
  call('socket for raw packets', 'https://nvd.nist.gov/vuln/detail/CVE-2020-14386', 'c.socket(17, 3, 0)', root),
  {
    name: 'typing into the terminal',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2017-5226',
    run: python(`
import ctypes, errno, os, sys
c = ctypes.CDLL(None, use_errno=True)
m, s = os.openpty()
r = c.ioctl(s, 0x5412, b"x")
sys.exit(1 if r < 0 and ctypes.get_errno() in (errno.EPERM, errno.EIO) else 0)`),
    within: true,
    root: true,
  },
  {
    name: 'settings of the kernel',
    source: 'https://attack.mitre.org/techniques/T1611/',
    run: 'f=/proc/sys/kernel/core_pattern; v=$(cat $f) && printf %s "$v" > $f',
    within: true,
    root: true,
  },
  {
    name: 'the name of this machine',
    source: 'https://man7.org/linux/man-pages/man2/sethostname.2.html',
    run: 'hostname "$(hostname)"',
    within: true,
    root: true,
  },
  {
    name: 'a group of processes with a program at its end',
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2022-0492',
    run: 'ls /sys/fs/cgroup | grep -q . && for f in /sys/fs/cgroup/*/release_agent /sys/fs/cgroup/cgroup.procs; do [ -w "$f" ] && exit 0; done; exit 1',
    within: true,
    root: true,
  },
  {
    name: 'a device',
    source: 'https://attack.mitre.org/techniques/T1006/',
    run: 'rm -f dev; mknod dev c 1 5 && head -c 1 dev >/dev/null',
    within: true,
    root: true,
  },
  {
    name: 'a signal to another process',
    source: 'https://attack.mitre.org/techniques/T1489/',
    run: 'kill -0 @PID@',
    within: true,
  },
  connection(
    'a server on this machine',
    'https://attack.mitre.org/techniques/T1048/',
    'AF_INET',
    '("127.0.0.1", int("@TCP@"))',
  ),
  connection(
    'a datagram to this machine',
    'https://attack.mitre.org/techniques/T1048/003/',
    'AF_INET',
    '("127.0.0.1", int("@TCP@"))',
    'SOCK_DGRAM',
  ),
  connection('an abstract socket', 'https://nvd.nist.gov/vuln/detail/CVE-2020-15257', 'AF_UNIX', '"\\0@ABSTRACT@"'),
  connection('a socket in the temporary folder', 'https://attack.mitre.org/techniques/T1610/', 'AF_UNIX', '"@SOCKET@"'),
  connection(
    'a socket in the home',
    'https://www.gnupg.org/documentation/manuals/gnupg/Agent-Options.html',
    'AF_UNIX',
    '"@HOME@/.gnupg/S.gpg-agent"',
  ),
  connection(
    'a socket in the project',
    'https://git-scm.com/docs/git-fsmonitor--daemon',
    'AF_UNIX',
    '"@WORK@/dev.sock"',
  ),
  {
    name: 'a datagram far away',
    source: 'https://attack.mitre.org/techniques/T1048/003/',
    run: python('import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(("192.0.2.1", 53))'),
    within: true,
  },
  {
    name: 'a file outside of the folder',
    source: 'https://cwe.mitre.org/data/definitions/22.html',
    run: 'touch @PROOF@',
    next: 'true',
  },
  {
    name: 'a file behind a link outside of the folder',
    source: 'https://cwe.mitre.org/data/definitions/59.html',
    run: 'ln -sfn "$(dirname @PROOF@)" out; touch "out/$(basename @PROOF@)"',
    next: 'true',
  },
  {
    name: 'a file in the folder above',
    source: 'https://cwe.mitre.org/data/definitions/22.html',
    run: 'echo EVIL > ../beside',
    next: 'grep -qs EVIL ../beside && touch @PROOF@',
  },
  {
    name: 'a program that stays behind',
    source: 'https://attack.mitre.org/techniques/T1543/',
    run: '(env -i setsid sh -c "sleep 0.6; touch ./stayed" >/dev/null 2>&1 &); sleep 0.3',
    next: 'sleep 0.9; [ -e stayed ] && touch @PROOF@',
    alone: 'plain',
  },
  {
    name: 'a file of two gigabytes',
    source: 'https://attack.mitre.org/techniques/T1499/001/',
    run: 'truncate -s 2G big; r=$?; rm -f big; exit $r',
    within: true,
  },
  {
    name: 'five gigabytes of memory',
    source: 'https://attack.mitre.org/techniques/T1499/',
    run: python('b = bytearray(5 << 30)'),
    within: true,
  },
  {
    name: 'a temporary folder without an end',
    source: 'https://attack.mitre.org/techniques/T1499/001/',
    run: 'fallocate -l 700M /tmp/escape-@ID@; r=$?; rm -f /tmp/escape-@ID@; exit $r',
    within: true,
  },
  {
    name: 'fifteen hundred processes',
    source: 'https://attack.mitre.org/techniques/T1499/001/',
    run: python(
      'import os, signal, sys, time\npids = []\nok = 0\ntry:\n for _ in range(1500):\n  pid = os.fork()\n  if pid == 0:\n   time.sleep(30)\n   os._exit(0)\n  pids.append(pid)\n time.sleep(1)\nexcept OSError:\n ok = 1\nfor pid in pids: os.kill(pid, signal.SIGKILL)\nsys.exit(ok)',
    ),
    within: true,
    alone: 'plain',
  },
  {
    name: 'any number of processes',
    source: 'https://attack.mitre.org/techniques/T1499/001/',
    run: '[ "$(ulimit -u)" = unlimited ] || [ "$(ulimit -u)" -gt 4096 ]',
    within: true,
  },
  {
    name: 'a picture of a process that crashed',
    source: 'https://attack.mitre.org/techniques/T1003/',
    run: 'ulimit -c unlimited && [ "$(ulimit -c)" != 0 ]',
    within: true,
  },
  {
    name: 'a program that runs as its owner',
    source: 'https://attack.mitre.org/techniques/T1548/001/',
    run: 'cp /bin/true owner; chmod 4755 owner',
    next: '[ -u owner ] && touch @PROOF@',
  },
  {
    name: 'a program that runs as its owner, without a name at first',
    source: 'https://man7.org/linux/man-pages/man2/open.2.html',
    run: python(
      'import os\nos.umask(0)\nfd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o4755)\nos.link("/proc/self/fd/%d" % fd, "owner3", src_dir_fd=0, follow_symlinks=True)',
    ),
    next: '[ -u owner3 ] && touch @PROOF@',
  },
  {
    name: 'a program that runs as its owner, from its beginning',
    source: 'https://attack.mitre.org/techniques/T1548/001/',
    run: python('import os\nos.umask(0)\nos.close(os.open("owner2", os.O_CREAT | os.O_WRONLY, 0o4755))'),
    next: '[ -u owner2 ] && touch @PROOF@',
  },
]
