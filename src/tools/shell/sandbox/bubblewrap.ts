import type { SandboxPlace, SandboxPlan } from './sandbox-plan.ts'

/** Limits for one command and its descendants. Generous: they stop runaway programs, not useful ones. */
export const sandboxLimits = {
  /** Processes and threads that a user may have (RLIMIT_NPROC): old kernels count those outside, too. */
  processes: 2_048,
  /** Processes and threads of one command, where it has a control group of its own; else processes. */
  members: 1_024,
  /** Memory that one process may write to, in bytes. */
  memory: 4 * 2 ** 30,
  /** Maximum size of a file, in bytes. */
  fileBytes: 1 << 30,
  /** Maximum size of /tmp and the other scratch folders, in bytes. */
  scratchBytes: 512 << 20,
}

// A fixed host name, so that commands do not learn the machine's.
const isolation = [
  '--unshare-all',
  '--unshare-user',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  '--hostname',
  'sandbox',
]
/** Parts of /proc that reveal the machine's state or change it. */
const procSecrets = [
  '/proc/kcore',
  '/proc/keys',
  '/proc/timer_list',
  '/proc/sched_debug',
  '/proc/latency_stats',
  '/proc/kallsyms',
]

/**
 * The arguments of bubblewrap for a table. `exists` says which parts of /proc this kernel has, `knows` which options
 * this bubblewrap has: `--disable-userns` came with 0.8, `--size` with 0.7.
 */
export function bubblewrapArgs(
  { places, cwd }: SandboxPlan,
  exists: (path: string) => boolean,
  knows: (option: string) => boolean,
): string[] {
  const size = (bytes: number) => (knows('--size') ? ['--size', String(bytes)] : [])
  const mount = ({ path, access, folder, target = '' }: SandboxPlace): string[] => {
    if (access === 'link') return ['--symlink', target, path]
    if (access === 'write') return ['--bind', path, path]
    if (access === 'read') return ['--ro-bind', path, path]
    if (access === 'scratch') return [...size(sandboxLimits.scratchBytes), '--tmpfs', path]
    if (access === 'hidden' && !folder) return ['--ro-bind', '/dev/null', path]
    return [...size(4_096), '--tmpfs', path, '--remount-ro', path]
  }
  return [
    ...isolation,
    ...(knows('--disable-userns') ? ['--disable-userns'] : []),
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev'],
    ...procSecrets.filter(exists).flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...places.flatMap(mount),
    // Folders created for mount points must not be writable either.
    ...['--remount-ro', '/', '--chdir', cwd],
  ]
}

/**
 * Sets the limits that a shell can set, then becomes the program. Sizes of files are in blocks of 512 bytes, memory
 * in KiB (POSIX sh).
 */
export const limitScript = [
  'ulimit -c 0',
  `ulimit -f ${sandboxLimits.fileBytes / 512}`,
  `ulimit -d ${sandboxLimits.memory / 1024}`,
  // bash and zsh say -u, dash says -p.
  `{ ulimit -u ${sandboxLimits.processes} || ulimit -p ${sandboxLimits.processes}; }`,
]
  .map((line) => `${line} 2>/dev/null`)
  .concat('exec "$@"')
  .join('; ')
