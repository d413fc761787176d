import { type Escape, python } from './escape.ts'

const man = (page: string) => `https://man7.org/linux/man-pages/man${page.at(-1)}/${page}.html`
const evil = 'touch @PROOF@'

/** A file of the project that a program obeys which is started there later. */
const obeyed = (path: string, source: string): Escape => ({
  name: `${path} of the project, obeyed later`,
  source,
  run: `mkdir -p "$(dirname ${path})"; printf '%s\\n' '${evil}' > ${path}`,
  next: `grep -qs '${evil}' ${path} && ${evil}`,
})
const refusedOften = '(errno.EPERM, errno.EACCES, errno.ENOSYS)'
const call = (name: string, expression: string, more: Partial<Escape> = {}): Escape => ({
  name: `the system call ${name}, by its number`,
  source: man(`${name}.2`),
  run: python(`
import ctypes, errno, sys
c = ctypes.CDLL(None, use_errno=True)
b = ctypes.create_string_buffer(256)
r = ${expression}
sys.exit(1 if r < 0 and ctypes.get_errno() in ${refusedOften} else 0)`),
  within: true,
  ...more,
})
const root = { root: true } as const
/** Something of this machine that is nobody's business. */
const seen = (name: string, source: string, run: string, more: Partial<Escape> = {}): Escape => ({
  ...{ name, source, run, within: true },
  ...more,
})
/** A file that becomes a program which runs as its owner. */
const owned = (name: string, source: string, at: number, run: string): Escape => ({
  name: `a program that runs as its owner, ${name}`,
  source,
  run: run.replaceAll('OWNED', `owned-${at}`),
  next: `[ -u owned-${at} ] && ${evil}`,
})
/** A process that is there when the command is over. */
const left = (name: string, at: number, run: string): Escape => ({
  name: `a program that stays behind, ${name}`,
  source: 'https://attack.mitre.org/techniques/T1543/',
  // Time to lose the mark before the command is over.
  run: `${run.replaceAll('LEFT', `left-${at}`)}; sleep 0.3`,
  next: `for _ in $(seq 15); do [ -e left-${at} ] && ${evil} && break; sleep 0.2; done`,
  alone: 'plain',
})
const later = 'sleep 0.6; touch ./LEFT'
/** Without the mark by which the program knows its own outside of the sandbox. */
const bare = 'env -i PATH="$PATH" setsid'

/** Ways out that were thought of for this sandbox, beside those of the other lists. */
export const furtherEscapes: readonly Escape[] = [
  obeyed('.ghci', 'https://downloads.haskell.org/ghc/latest/docs/users_guide/ghci.html'),
  obeyed('.psqlrc', 'https://www.postgresql.org/docs/current/app-psql.html'),
  obeyed('.sqliterc', 'https://www.sqlite.org/cli.html'),
  obeyed('.screenrc', 'https://www.gnu.org/software/screen/manual/screen.html'),
  obeyed('.aider.conf.yml', 'https://aider.chat/docs/config/aider_conf.html'),
  obeyed('CLAUDE.local.md', 'https://docs.anthropic.com/en/docs/claude-code/memory'),
  obeyed('.github/copilot-instructions.md', 'https://docs.github.com/en/copilot/how-tos/custom-instructions'),
  obeyed('.windsurf/rules/x.md', 'https://docs.windsurf.com/windsurf/cascade/memories'),
  call('setns', 'c.syscall(308, -1, 0)'),
  call('chroot', 'c.syscall(161, b"/tmp")', root),
  call('open_tree', 'c.syscall(428, -100, b"/tmp", 0)'),
  call('move_mount', 'c.syscall(429, -1, b"", -1, b"", 4)', root),
  call('fsopen', 'c.syscall(430, b"tmpfs", 0)', root),
  call('pidfd_getfd', 'c.syscall(438, -1, 0, 0)'),
  call('kcmp', 'c.syscall(312, c.getpid(), c.getpid(), 0, 0, 0)'),
  call('adjtimex', 'c.syscall(159, b)'),
  call('process_vm_writev', 'c.syscall(311, c.getpid(), b, 0, b, 0, 0)'),
  call('name_to_handle_at', 'c.syscall(303, -100, b"/", b, b, 0)'),
  call('io_uring_enter', 'c.syscall(426, -1, 0, 0, 0, 0, 0)'),
  call('request_key', 'c.syscall(249, b"user", b"none", 0, -3)'),
  owned('by install', man('install.1'), 1, 'install -m 4755 /bin/true OWNED'),
  owned(
    'out of an archive',
    man('tar.1'),
    2,
    python(
      'import io, tarfile\nt = tarfile.open("a.tar", "w")\ni = tarfile.TarInfo("OWNED")\ni.mode = 0o4755\nt.addfile(i, io.BytesIO())\nt.close()',
    ) + '; tar -xpf a.tar',
  ),
  owned('by mknod', man('mknod.2'), 3, python('import os\nos.umask(0)\nos.mknod("OWNED", 0o104755)')),
  owned(
    'by openat2',
    man('openat2.2'),
    4,
    python(
      'import ctypes, os\nos.umask(0)\nc = ctypes.CDLL(None)\nh = (ctypes.c_uint64 * 3)(os.O_CREAT | os.O_WRONLY, 0o4755, 0)\nc.syscall(437, -100, b"OWNED", h, 24)',
    ),
  ),
  owned(
    'by fchmod of a file that is open',
    man('chmod.2'),
    5,
    python('import os\nf = os.open("OWNED", os.O_CREAT | os.O_RDWR, 0o755)\nos.fchmod(f, 0o4755)'),
  ),
  {
    name: 'a program with capabilities of its own',
    source: man('capabilities.7'),
    run: `cp /bin/true cap; ${python('import os\nos.setxattr("cap", "security.capability", bytes.fromhex("0100000200200000000000000000000000000000"))')}`,
    next: `${python('import os, sys\nsys.exit(0 if "security.capability" in os.listxattr("cap") else 1)')} && ${evil}`,
    root: true,
  },
  {
    name: 'a file that belongs to somebody else',
    source: man('chown.2'),
    run: 'touch given; chown 65534:65534 given',
    next: `[ "$(stat -c %u given)" = 65534 ] && ${evil}`,
    root: true,
  },
  seen(
    'a place before all other programs',
    man('setpriority.2'),
    python('import os\nos.setpriority(os.PRIO_PROCESS, 0, -5)'),
    root,
  ),
  seen('the ports that listen here', man('proc_pid_net.5'), 'grep -qi ":$(printf %04X @TCP@) " /proc/net/tcp'),
  seen('the cards of the network', man('sysfs.5'), 'ls /sys/class/net | grep -q .'),
  seen('shared memory of other programs', man('shm_overview.7'), 'ipcs -m | grep -q " 4711 "', {
    before: 'ipcs -m | grep -q " 4711 " || ipcmk -M 4711',
  }),
  seen('the addresses of the kernel', man('proc_kallsyms.5'), 'head -c 9 /proc/kallsyms | grep -q .'),
  seen('the name of this machine, to be read', man('gethostname.2'), '[ "$(uname -n)" != sandbox ]'),
  seen('the servers of names', man('resolv.conf.5'), '[ -r /etc/resolv.conf ]'),
  seen('the jobs of this machine', man('crontab.5'), 'ls -A /etc/cron.d /etc/cron.daily | grep -q .'),
  seen('the disks of this machine', man('fstab.5'), '[ -e /etc/fstab ]'),
  seen(
    'mail and logs of this machine',
    'https://refspecs.linuxfoundation.org/FHS_3.0/fhs/ch05.html',
    '[ -d /var/log ] || [ -d /var/mail ]',
  ),
  left('deaf to every signal', 1, `(${bare} sh -c "trap '' TERM HUP INT QUIT; ${later}" >/dev/null 2>&1 &)`),
  left(
    'with a session and a parent of its own',
    2,
    `${bare} ${python('import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n  time.sleep(0.6)\n  open("LEFT", "w")\n os._exit(0)')}`,
  ),
  left(
    'under another name',
    3,
    `(${bare} ${python(`import os\nos.execv("/bin/sh", ["kworker", "-c", "${later}"])`)} >/dev/null 2>&1 &)`,
  ),
  left('begun by one that is ending', 4, `${bare} sh -c "trap 'setsid sh -c \\"${later}\\" >/dev/null 2>&1 &' EXIT"`),
  {
    name: 'a lock that stops git for ever',
    source: 'https://git-scm.com/docs/api-lockfile',
    run: 'touch .git/index.lock',
    next: `git add a; [ -e .git/index.lock ] && ${evil}`,
    alone: 'repository',
  },
]
