/**
 * A filter of system calls for bubblewrap (`--seccomp`): classic BPF over `struct seccomp_data` (seccomp(2)). It
 * refuses calls that reach the kernel rather than the sandbox's own world; the choice follows Docker's default
 * profile (https://docs.docker.com/engine/security/seccomp/), without what only a privileged process could use.
 */
interface Machine {
  /** AUDIT_ARCH_* of linux/audit.h. */
  arch: number
  refused: readonly number[]
  socket: number
  ioctl: number
  /**
   * Calls that set the mode of a file: the argument that holds it, and that of the flags where only new files use it.
   */
  modes: readonly { call: number; mode: number; flags?: number }[]
}

/** Calls that have one number on every machine (since 5.1). */
const common = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442]

/**
 * Refused, by the machine's table of calls: ptrace, syslog, acct, clocks, mount, swap, reboot, host names, modules,
 * kexec, keys, unshare, setns, perf, fanotify, handles, memory of others, bpf, userfaultfd, quota, pivot_root,
 * chroot; io_uring and the new mount calls in `common`.
 */
const machines: Readonly<Record<string, Machine>> = {
  x64: {
    arch: 0xc000003e,
    refused: [
      ...[
        101, 103, 153, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 179, 180,
        212,
      ],
      ...[227, 246, 248, 249, 250, 272, 279, 298, 300, 303, 304, 305, 308, 310, 311, 312, 313, 320, 321, 323],
      ...common,
    ],
    socket: 41,
    ioctl: 16,
    // open, creat, chmod, fchmod, mknod, openat, mknodat, fchmodat, fchmodat2.
    modes: [
      ...[
        { call: 2, mode: 2, flags: 1 },
        { call: 85, mode: 1 },
        { call: 90, mode: 1 },
        { call: 91, mode: 1 },
      ],
      ...[
        { call: 133, mode: 1 },
        { call: 257, mode: 3, flags: 2 },
        { call: 259, mode: 2 },
        { call: 268, mode: 2 },
      ],
      { call: 452, mode: 2 },
    ],
  },
  arm64: {
    arch: 0xc00000b7,
    refused: [
      ...[
        117, 116, 89, 58, 41, 171, 51, 170, 40, 39, 224, 225, 142, 161, 162, 105, 106, 60, 18, 112, 104, 217, 218, 219,
      ],
      ...[97, 239, 241, 262, 264, 265, 266, 268, 270, 271, 272, 273, 294, 280, 282],
      ...common,
    ],
    socket: 198,
    ioctl: 29,
    // mknodat, fchmod, fchmodat, openat, fchmodat2.
    modes: [
      ...[
        { call: 33, mode: 2 },
        { call: 52, mode: 1 },
        { call: 53, mode: 2 },
        { call: 56, mode: 3, flags: 2 },
      ],
      { call: 452, mode: 2 },
    ],
  },
}

const [load, equal, atLeast, hasBits, answer] = [0x20, 0x15, 0x35, 0x45, 0x06]
const allow = 0x7fff0000
const [eperm, enosys, eafnosupport] = [0x00050001, 0x00050026, 0x00050061]
/** S_ISUID and S_ISGID: a program that runs as the owner of its file, whoever starts it. */
const setId = 0o6000
/** O_CREAT, and O_TMPFILE without O_DIRECTORY: a file without a name, which may be given one later. */
const create = 0o20000100
/** Its mode stands where no filter can look; programs fall back to openat. */
const openat2 = 437
/**
 * Unix, IPv4, IPv6, netlink: all of them belong to a namespace of our own; a virtual machine's sockets (AF_VSOCK) do
 * not.
 */
const families = [1, 2, 10, 16]
/** Typing into a terminal: TIOCSTI and TIOCLINUX. */
const terminal = [0x5412, 0x541c]
/** Above it are the calls of the x32 ABI on x64, a second table around any filter. */
const x32 = 0x40000000

/** The place of an argument's low half in `seccomp_data`. */
const argument = (at: number) => 16 + 8 * at

/** The filter's bytes for a machine (`process.arch`); undefined where its table of calls is not known. */
export function seccompFilter(machine: string): Buffer | undefined {
  const known = machines[machine]
  if (!known) return undefined
  const { arch, refused, socket, ioctl, modes } = known
  const program: Instruction[] = []
  const add = (code: number, value: number, ifTrue = 0, ifFalse = 0) => program.push({ code, value, ifTrue, ifFalse })
  const refuse = (value: number) => add(answer, value)
  add(load, 4)
  add(equal, arch, 1)
  refuse(eperm)
  add(load, 0)
  add(atLeast, x32, 0, 1)
  refuse(eperm)
  for (const call of refused) {
    add(equal, call, 0, 1)
    refuse(eperm)
  }
  add(equal, openat2, 0, 1)
  refuse(enosys)
  for (const { call, mode, flags } of modes) {
    add(equal, call, 0, flags === undefined ? 4 : 6)
    if (flags !== undefined) {
      add(load, argument(flags))
      add(hasBits, create, 0, 3)
    }
    add(load, argument(mode))
    add(hasBits, setId, 0, 1)
    refuse(eperm)
    add(answer, allow)
  }
  // Of `socket` the family counts (its first argument), of `ioctl` the request (its second): the low halves on
  // little-endian machines.
  add(equal, socket, 0, families.length + 3)
  add(load, argument(0))
  for (const [at, family] of families.entries()) add(equal, family, families.length - at)
  refuse(eafnosupport)
  add(answer, allow)
  add(equal, ioctl, 0, terminal.length + 1)
  add(load, argument(1))
  for (const [at, request] of terminal.entries()) add(equal, request, terminal.length - at)
  add(answer, allow)
  refuse(eperm)
  return encoded(program)
}

/** One instruction of classic BPF; of a jump, how many are passed over. */
interface Instruction {
  code: number
  value: number
  ifTrue: number
  ifFalse: number
}

function encoded(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [at, { code, value, ifTrue, ifFalse }] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(ifTrue, at * 8 + 2)
    bytes.writeUInt8(ifFalse, at * 8 + 3)
    bytes.writeUInt32LE(value, at * 8 + 4)
  }
  return bytes
}
