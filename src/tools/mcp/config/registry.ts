import { fail, type ToolContext } from '../../../protocol/index.ts'
import { NetworkError } from '../../../std/net/network-error.ts'
import { type ApiService, askService } from '../../web/api-client.ts'

/** A registry entry, and the arguments for `mcp add`. */
export interface ListedServer {
  name: string
  description: string
  version: string
  /** Arguments of `assistant mcp add`: the command or the URL; undefined if it cannot run here. */
  add?: string[]
  /** Required variables and headers. */
  needs: string[]
}

/** Maximum number of servers in one answer. */
const most = 30

/**
 * Servers whose names hold a word, the newest version of each, from a registry that speaks the official one's API
 * (v0.1, https://github.com/modelcontextprotocol/registry, docs/reference/api/openapi.yaml). What it says is its
 * publishers' word. Throws `network`, and as `askService` does.
 */
export async function searchRegistry(service: ApiService, word: string, context: ToolContext): Promise<ListedServer[]> {
  const z = await import('zod/mini')
  const text = z.optional(z.string())
  const named = z.object({ name: z.string(), isRequired: z.optional(z.boolean()), value: text, default: text })
  const pack = z.object({
    registryType: z.string(),
    identifier: z.string(),
    version: text,
    environmentVariables: z.optional(z.array(named)),
  })
  const remote = z.object({ url: z.string(), headers: z.optional(z.array(named)) })
  const server = z.object({
    name: z.string(),
    description: text,
    version: text,
    packages: z.optional(z.array(pack)),
    remotes: z.optional(z.array(remote)),
  })
  const asked = new URLSearchParams({ search: word, version: 'latest', limit: String(most) })
  const list = z.object({ servers: z.nullable(z.array(z.object({ server }))) })
  const { servers } = await askService(service, `/v0.1/servers?${asked}`, list, context).catch((error) => {
    if (!(error instanceof NetworkError)) throw error
    return fail(
      'network',
      { detail: error.message, data: { host: error.host ?? service.name, cause: error.kind } },
      error,
    )
  })
  return (servers ?? []).map(({ server: { name, description = '', version = '', packages = [], remotes = [] } }) => {
    const runnable = packages.find(
      ({ registryType, identifier }) => Object.hasOwn(runners, registryType) && !identifier.startsWith('-'),
    )
    const [address] = remotes
    const inputs = runnable?.environmentVariables ?? (runnable ? [] : (address?.headers ?? []))
    const needs = inputs.filter((one) => one.isRequired && one.value === undefined && one.default === undefined)
    const short =
      name
        .split('/')
        .at(-1)
        ?.replace(/[^\p{L}\p{N} ._-]/gu, '-') || name
    const add = runnable
      ? [short, '--', ...(runners[runnable.registryType]?.(runnable.identifier, runnable.version) ?? [])]
      : address && [short, '--url', address.url]
    return { name, description, version, ...(add ? { add } : {}), needs: needs.map((one) => one.name) }
  })
}

/** Commands that run a package, by `registryType`. The version is pinned, so that exactly the approved one runs. */
const runners: Record<string, (identifier: string, version: string | undefined) => string[]> = {
  npm: (name, version) => ['npx', '-y', version ? `${name}@${version}` : name],
  pypi: (name, version) => ['uvx', version ? `${name}==${version}` : name],
  oci: (name, version) => [
    'docker',
    'run',
    '-i',
    '--rm',
    version && !/[:@]/.test(name.split('/').at(-1) ?? '') ? `${name}:${version}` : name,
  ],
}
