import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { seccompFilter } from '../../../../src/tools/shell/sandbox/seccomp.ts'

// The filters are run here by a small machine of their own (classic BPF, seccomp(2)), so that the one for the other
// processor is tried as well; the numbers of calls come from the kernel's headers.

const headers = {
  x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
  // The table of arm64 is the generic one.
  arm64: '/usr/include/asm-generic/unistd.h',
}
type Machine = keyof typeof headers
const isHere = Object.values(headers).every((path) => existsSync(path))

/** Numbers of calls by name. */
function callsOf(machine: Machine): Map<string, number> {
  const text = readFileSync(headers[machine], 'utf8')
  const found = [...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)]
  // Later than some headers; one number on every machine.
  const calls = new Map([['fchmodat2', 452]])
  for (const [, name = '', number] of found) calls.set(name === 'fstatat' ? 'newfstatat' : name, Number(number))
  return calls
}

const architecture = { x64: 0xc000003e, arm64: 0xc00000b7 }
const [allowed, eperm, enosys, eafnosupport] = [0x7fff0000, 0x00050001, 0x00050026, 0x00050061]

/** Return what the filter says to a call with these arguments. */
function judge(machine: Machine, call: number, args: number[] = [], arch = architecture[machine]): number {
  const program = seccompFilter(machine) ?? Buffer.alloc(0)
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call >>> 0, 0)
  data.writeUInt32LE(arch, 4)
  for (const [at, value] of args.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * at)
  let held = 0
  for (let at = 0; at < program.length / 8; at++) {
    const [code, ifTrue, ifFalse] = [program.readUInt16LE(at * 8), program[at * 8 + 2] ?? 0, program[at * 8 + 3] ?? 0]
    const value = program.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return value
    if (code === 0x20) held = data.readUInt32LE(value)
    else if (code === 0x15) at += held === value ? ifTrue : ifFalse
    else if (code === 0x35) at += held >= value ? ifTrue : ifFalse
    else if (code === 0x45) at += (held & value) !== 0 ? ifTrue : ifFalse
    else throw new Error(`instruction ${code}`)
  }
  throw new Error('the filter ends without an answer')
}

/** Calls that reach the kernel rather than the sandbox's own world. */
const kernelCalls =
  'ptrace syslog acct adjtimex settimeofday clock_settime clock_adjtime mount umount2 swapon swapoff reboot sethostname setdomainname init_module delete_module finit_module kexec_load kexec_file_load add_key request_key keyctl unshare setns perf_event_open fanotify_init name_to_handle_at open_by_handle_at process_vm_readv process_vm_writev bpf userfaultfd quotactl pivot_root chroot kcmp lookup_dcookie io_uring_setup io_uring_enter io_uring_register open_tree move_mount fsopen fsconfig fsmount fspick pidfd_getfd mount_setattr'.split(
    ' ',
  )
/** Those of one machine alone, and openat2, which is said not to exist. */
const others: Record<Machine, string> = {
  x64: 'vhangup iopl ioperm create_module nfsservctl move_pages openat2',
  arm64: 'vhangup move_pages openat2',
}
/** Calls of ordinary programs. */
const ordinaryCalls =
  'read write openat close mmap brk clone clone3 execve wait4 futex getdents64 mkdirat unlinkat renameat2 linkat symlinkat socket connect bind ioctl pipe2 dup3 prctl prlimit64 getrandom statx copy_file_range memfd_create seccomp landlock_create_ruleset pidfd_open'.split(
    ' ',
  )
/** Where a call has the mode of a file, and its flags where the mode counts for a new file only (the manual's order). */
const modes: Record<string, { mode: number; flags?: number }> = {
  ...{ open: { mode: 2, flags: 1 }, creat: { mode: 1 }, chmod: { mode: 1 }, fchmod: { mode: 1 }, mknod: { mode: 1 } },
  ...{ openat: { mode: 3, flags: 2 }, mknodat: { mode: 2 }, fchmodat: { mode: 2 }, fchmodat2: { mode: 2 } },
}
const [create, temporary] = [0o100, 0o20200000]

describe.skipIf(!isHere).each(['x64', 'arm64'] as const)('the filter for %s', (machine) => {
  const calls = isHere ? callsOf(machine) : new Map<string, number>()
  const args = (places: Record<number, number>) => Array.from({ length: 6 }, (_, at) => places[at] ?? 0)

  test('refuses what reaches the kernel, and nothing of what programs do', () => {
    const refused = (name: string) => judge(machine, calls.get(name) ?? -1) === eperm
    expect(kernelCalls.filter((name) => calls.has(name) && !refused(name))).toEqual([])
    expect(kernelCalls.filter((name) => !calls.has(name))).toEqual([])
    expect(
      ordinaryCalls.filter((name) => !calls.has(name) || judge(machine, calls.get(name) ?? 0, [1]) !== allowed),
    ).toEqual([])
  })

  test('refuses those and no other call that has a name', () => {
    const refused = [...calls.keys()].filter((name) => judge(machine, calls.get(name) ?? 0, [1]) !== allowed)
    expect(refused.sort()).toEqual([...new Set([...kernelCalls, ...others[machine].split(' ')])].sort())
  })

  test('refuses everything of another processor, and of a second table of calls', () => {
    for (const arch of [0x40000003, 0x4000003e, architecture.x64, architecture.arm64])
      if (arch !== architecture[machine]) expect(judge(machine, 0, [], arch)).toBe(eperm)
    expect(judge(machine, 0x40000000)).toBe(eperm)
  })

  test('lets no file be made or changed into a program that runs as its owner, by any call', () => {
    for (const [name, { mode, flags }] of Object.entries(modes)) {
      const call = calls.get(name)
      if (call === undefined) continue
      for (const bits of [0o4755, 0o2755, 0o6755, 0o4000, 0o102755])
        for (const how of flags === undefined ? [0] : [create, create | 1, temporary, temporary | 2]) {
          const given = args({ [mode]: bits, ...(flags === undefined ? {} : { [flags]: how }) })
          expect([name, bits, how, judge(machine, call, given)]).toEqual([name, bits, how, eperm])
          given[mode] = bits & 0o1777
          expect([name, judge(machine, call, given)]).toEqual([name, allowed])
        }
      // What is no mode, for an existing file, may be anything.
      if (flags === undefined) continue
      const kinds = Array.from({ length: 512 }, (_, how) => how).filter((how) => (how & create) === 0)
      const given = (how: number) => Array(6).fill(0x5412).with(mode, 0o6755).with(flags, how)
      expect(kinds.filter((how) => judge(machine, call, given(how)) !== allowed)).toEqual([])
    }
    expect(Object.keys(modes).filter((name) => calls.has(name)).length).toBe(machine === 'x64' ? 9 : 5)
    expect(judge(machine, calls.get('openat2') ?? 0)).toBe(enosys)
  })

  test('knows sockets of this world alone, and types into no terminal', () => {
    const socket = (family: number) => judge(machine, calls.get('socket') ?? 0, [family])
    expect([1, 2, 10, 16].map(socket)).toEqual(Array(4).fill(allowed))
    expect([0, 3, 15, 17, 31, 38, 40, 44].map(socket)).toEqual(Array(8).fill(eafnosupport))
    const ioctl = (request: number) => judge(machine, calls.get('ioctl') ?? 0, [0, request])
    expect([0x5412, 0x541c].map(ioctl)).toEqual([eperm, eperm])
    expect([0x5401, 0x5413].map(ioctl)).toEqual([allowed, allowed])
  })
})
