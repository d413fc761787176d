import { dirname } from 'node:path'
import type { SandboxNetwork } from './network-proxy.ts'
import type { SandboxPlace, SandboxPlan } from './sandbox-plan.ts'

/** Files that programs on macOS need in order to start: libraries and system tables. */
const systemReads = [
  '/System',
  '/Library/Apple',
  '/Library/Frameworks',
  '/private/var/db/timezone',
  '/private/var/select',
  '/dev/null',
  '/dev/urandom',
  '/dev/random',
  '/dev/zero',
  '/dev/tty',
]

/**
 * The profile of sandbox-exec for a table: nothing is allowed but what is named, the last rule that fits counts. Made
 * from the same rows as the arguments of bubblewrap and compared as text; it has not been run on a Mac by its
 * authors.
 */
export function seatbeltProfile({ places }: SandboxPlan, network?: SandboxNetwork): string {
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    // Only the system's own services that every program asks; none of the desktop, the keychain or the pasteboard.
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.system.logger"))',
    '(deny network*)',
    // The proxy; there is no network of its own to bring it into.
    ...(network && 'port' in network.address
      ? [`(allow network-outbound (remote ip "localhost:${network.address.port}"))`]
      : []),
    '(allow file-read-metadata)',
    `(allow file-read* ${systemReads.map(subpath).join(' ')})`,
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    ...places.flatMap(rule),
  ].join('\n')
}

function rule(place: SandboxPlace): string[] {
  const { path, access, folder } = place
  const what = folder ? subpath(path) : `(literal ${quoted(path)})`
  if (access === 'link') return [`(allow file-read* (literal ${quoted(path)}))`]
  if (access === 'write') return [`(allow file-read* file-write* ${what})`]
  // A folder cannot be exchanged as long as neither it nor its name can be written; the folders above it must not be
  // moved.
  if (access === 'read') return [`(allow file-read* ${what})`, `(deny file-write* ${what})`, pinned(path)]
  // macOS has no private empty folders: access to their paths is denied.
  return [`(deny file-read* file-write* ${what})`]
}

const pinned = (path: string) => `(deny file-write-unlink (literal ${quoted(dirname(path))}))`
const subpath = (path: string) => `(subpath ${quoted(path)})`
const quoted = (path: string) => `"${path.replace(/[\\"]/g, '\\$&')}"`
