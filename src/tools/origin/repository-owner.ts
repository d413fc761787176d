import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The person, as their own settings of git tell. */
export interface GitIdentity {
  emails: readonly string[]
  /** Names of their accounts on code hosts. */
  accounts: readonly string[]
}

/** The reason why a repository is somebody else's, with the address it came from or the author of its first commit. */
export type RepositoryOrigin = { because: 'cloned' | 'authors'; detail: string }

/** Reads who the person is from their own settings of git, never from a repository's. */
export async function readGitIdentity(userHome: string): Promise<GitIdentity> {
  const texts = await Promise.all(['.gitconfig', '.config/git/config'].map((name) => textOf(join(userHome, name))))
  const settings = texts.flatMap(settingsIn)
  const valuesOf = (key: string) => settings.flatMap(([name, value]) => (name === key ? [value.toLowerCase()] : []))
  const emails = valuesOf('user.email')
  const names = [...emails.map((email) => email.replace(/@.*$/, '').replace(/^\d+\+/, '')), ...valuesOf('github.user')]
  return { emails, accounts: names.filter((name) => name.length > 2 && !shared.has(name)) }
}

/** Names of mailboxes that many people have. */
const shared = new Set(['admin', 'contact', 'git', 'hello', 'info', 'mail', 'root', 'user', 'work'])

/**
 * Tells whether a repository is somebody else's; undefined where it was made here, or all of its addresses are the
 * person's. Reads files only: running git would obey what the repository configures.
 */
export async function foreignRepository(
  gitFolder: string,
  { emails, accounts }: GitIdentity,
): Promise<RepositoryOrigin | undefined> {
  const [config, log] = await Promise.all(['config', 'logs/HEAD'].map((name) => textOf(join(gitFolder, name))))
  const [first = ''] = (log ?? '').split('\n', 1)
  const remotes = settingsIn(config ?? '').flatMap(([key, value]) => (/^remote\..*\.url$/.test(key) ? [value] : []))
  const source = /\tclone: from (.+)$/.exec(first)?.[1]
  const addresses = [...(source === undefined ? [] : [source]), ...remotes]
  const author = /<([^>]*)> \d+ [+-]\d{4}\t/.exec(first)?.[1]?.toLowerCase()
  // Begun here: the first entry of its log is no clone, and by the person as far as that is known.
  if (source === undefined && author !== undefined)
    return emails.length === 0 || emails.includes(author) ? undefined : { because: 'authors', detail: author }
  const strange = addresses.find((address) => !accounts.includes(ownerOf(address)))
  return strange === undefined ? undefined : { because: 'cloned', detail: withoutLogin(strange) }
}

/**
 * The account in an address: `https://host/account/name`, `git@host:account/name`. A folder of this machine has none.
 */
function ownerOf(address: string): string {
  const [, path = ''] = /^(?:[a-z+]+:\/\/[^/]+\/|[^/@\s]+@[^/:\s]+:)(.*)$/i.exec(address) ?? []
  return (path.split('/')[0] ?? '').toLowerCase()
}

const withoutLogin = (address: string) => address.replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1').slice(0, 200)

/** Pairs of `section.key` or `section.name.key` and value, as far as simple lines spell them. */
function settingsIn(text: string): [key: string, value: string][] {
  let section = ''
  return text.split('\n').flatMap((line): [string, string][] => {
    const [, head, name] = /^\s*\[\s*([\w.-]+)(?:\s+"([^"]*)")?\s*\]/.exec(line) ?? []
    if (head !== undefined) section = [head.toLowerCase(), ...(name === undefined ? [] : [name])].join('.')
    const [, key, value] = /^\s*(?:\[[^\]]*\]\s*)?([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    return key === undefined ? [] : [[`${section}.${key.toLowerCase()}`, (value ?? '').replace(/^"(.*)"$/, '$1')]]
  })
}

/** The text of a regular file of ordinary size, else nothing: a repository may hold what it likes. */
async function textOf(path: string): Promise<string> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat?.isFile() || stat.size > 8 << 20) return ''
  return readFile(path, 'utf8').catch(() => '')
}
