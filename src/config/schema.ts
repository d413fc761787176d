import type { ZodMiniType } from 'zod/mini'
import { budgetPattern, limits, type ProviderKind, providerKinds, providers } from '../protocol/index.ts'
import { hostPattern } from '../std/net/host-pattern.ts'
import { calendarAccounts, mailAccounts } from './accounts.ts'
import {
  addressSetting,
  areWords,
  countSetting,
  listSetting,
  millisecondsSetting,
  nonEmptyText,
  oneOf,
  onOff,
  optionalWords,
  type Setting,
  setting,
} from './setting-kinds.ts'
import { voiceTable } from './voice-table.ts'
import type * as Mini from './zod.ts'

export type { Setting }

/** A setting of a budget; a project does not say it. */
const budgetSetting = () =>
  setting<string | undefined>(undefined, (z) => z.optional(z.string().check(z.trim(), z.regex(budgetPattern))), {
    personal: true,
  })

/** The events of a hook: around a tool call, or around a whole turn. */
const hookEvents = ['start', 'prompt', 'before', 'after', 'stop', 'notification'] as const

/** Parts of the last row of the chat. */
export const statusPartNames = [
  'place',
  'agent',
  'workspace',
  'model',
  'context',
  'tokens',
  'cost',
  'mode',
  'state',
] as const
export type StatusPartName = (typeof statusPartNames)[number]
/** Folder, agent, workspace, model, context, cost, mode, work in progress. */
const usualStatus: StatusPartName[] = ['place', 'agent', 'workspace', 'model', 'context', 'cost', 'mode', 'state']

/** A command of the person's own around tool calls and turns. */
export interface Hook {
  on: (typeof hookEvents)[number]
  /** Tools it is meant for, with `*` for any letters; absent: all. */
  tool?: string | undefined
  command: string
  timeoutMs?: number | undefined
}
const hookType = (z: typeof Mini): ZodMiniType<Hook> =>
  z.strictObject({
    on: z.enum(hookEvents),
    tool: z.optional(nonEmptyText(z)),
    command: nonEmptyText(z),
    timeoutMs: z.optional(z.int().check(z.gte(1), z.lte(600_000))),
  })

/** A compatible server of the person's own, besides the providers: `@name` chooses it. */
export interface NamedServer {
  baseUrl: string
  keyEnv?: string | undefined
  model?: string | undefined
  headers?: Record<string, string> | undefined
}
const headerMap = (z: typeof Mini) => z.record(z.string().check(z.regex(/^[\w-]{1,64}$/)), z.string())
const serverType = (z: typeof Mini): ZodMiniType<NamedServer> =>
  z.strictObject({
    baseUrl: z.url({ protocol: /^https?$/ }),
    keyEnv: z.optional(nonEmptyText(z)),
    model: z.optional(nonEmptyText(z)),
    headers: z.optional(headerMap(z)),
  })

type ProviderField = 'baseUrl' | 'keyEnv' | 'model' | 'lightModel' | 'heavyModel' | 'headers'
type ProviderSettings = {
  [F in ProviderField as `providers.${ProviderKind}.${F}`]: Setting<
    F extends 'baseUrl' ? string : F extends 'headers' ? Record<string, string> : string | undefined
  >
}

/** Return the settings of every provider, with the defaults of its row. */
function allProviderSettings(): ProviderSettings {
  return Object.assign({}, ...providerKinds.map(providerSettings))
}

/** Return the settings that each provider has. An unset light or heavy model means `model`. */
function providerSettings(name: ProviderKind): object {
  const { models, keyEnv, baseUrl, addressEnv } = providers[name]
  const { standard: model, light: lightModel, heavy: heavyModel } = models ?? {}
  const entries = Object.entries({ keyEnv, model, lightModel, heavyModel }).map(([field, value]) => {
    return [`providers.${name}.${field}`, { ...optionalWords(), default: value }] as const
  })
  return {
    // Ollama is asked over its own wire, unless the person's address names a version.
    [`providers.${name}.baseUrl`]:
      name === 'ollama'
        ? addressSetting(baseUrl.replace(/\/v1$/, ''), addressEnv, { fromEnv: ollamaUrl })
        : providers[name].wire === 'process'
          ? setting<string>('', (z) => z.enum(['']))
          : addressSetting(baseUrl, addressEnv),
    ...Object.fromEntries(entries),
    [`providers.${name}.headers`]: setting<Record<string, string>>({}, headerMap),
  }
}

/** The providers that can be chosen; `auto` takes the first that has a key or answers, else `offline`. */
export const providerNames = [...providerKinds, 'offline'] as const

/** The name of a server of one's own where a provider is chosen. */
const ownServer = /^@[\w.-]{1,64}$/

/** Every setting there is: key in the file, default, type, variable. */
export const table = {
  language: oneOf(['ko', 'en'], 'ko', {
    env: 'ASSISTANT_LANG',
    fromEnv: (text) => text.slice(0, 2).toLowerCase(),
  }),
  provider: setting<'auto' | (typeof providerNames)[number] | `@${string}`>('auto', (z) =>
    z.union([
      z.enum(['auto', ...providerNames]),
      z.string().check(z.regex(ownServer)) as unknown as ZodMiniType<`@${string}`>,
    ]),
  ),
  model: optionalWords(),
  ...allProviderSettings(),
  'providers.azure.apiVersion': optionalWords('AZURE_OPENAI_API_VERSION'),
  'providers.openai.wire': oneOf(['auto', 'chat', 'responses'], 'auto'),
  servers: setting<Record<string, NamedServer>>(
    {},
    (z) => z.record(z.string().check(z.regex(/^[\w.-]{1,64}$/)), serverType(z)),
    {
      personal: true,
    },
  ),
  fallback: setting<string[]>([], (z) =>
    z.array(z.string().check(z.regex(new RegExp(`^(${providerNames.join('|')}|@[\\w.-]{1,64}):\\S+$`)))),
  ),
  thinking: oneOf(['auto', 'off', 'low', 'medium', 'high'], 'auto'),
  proxy: setting<string | undefined>(undefined, (z) => z.optional(z.url({ protocol: /^https?$/ })), { personal: true }),
  routing: onOff(true),
  'budget.turn': budgetSetting(),
  'budget.day': budgetSetting(),
  'budget.month': budgetSetting(),
  'limits.firstByteMs': millisecondsSetting(limits.firstByteMs),
  'limits.firstByteLocalMs': millisecondsSetting(limits.firstByteLocalMs),
  'limits.exchangeSoftMs': millisecondsSetting(limits.exchangeSoftMs),
  'limits.exchangeHardMs': millisecondsSetting(limits.exchangeHardMs),
  'limits.answerBytes': setting<number>(limits.answerBytes, (z) => z.int().check(z.gte(1_000), z.lte(256 << 20))),
  'limits.toolMs': millisecondsSetting(limits.toolMs),
  'limits.askMs': millisecondsSetting(limits.askMs),
  'limits.askRemoteMs': millisecondsSetting(limits.askRemoteMs),
  'limits.toolRounds': countSetting(limits.toolRounds, 0),
  'limits.shellMs': millisecondsSetting(limits.shellMs),
  'limits.imagesPerDay': countSetting(20, 0),
  contextMaxSize: countSetting(limits.contextChars, 1_000),
  compaction: onOff(true),
  'window.profile': oneOf(['default', 'graph'], 'default'),
  'window.limit': setting<number | undefined>(undefined, (z) => z.optional(z.int().check(z.gte(2)))),
  'window.keep': setting<number | undefined>(undefined, (z) => z.optional(z.int().check(z.gte(1)))),
  'docs.store': oneOf(['keyword', 'vector', 'opensearch'], 'keyword'),
  'docs.embedder': oneOf(['none', 'local', 'openai', 'ollama', 'compatible'], 'none'),
  'docs.embedModel': optionalWords(),
  'docs.embedUrl': setting<string | undefined>(undefined, (z) => z.optional(z.url({ protocol: /^https?$/ }))),
  'docs.rerank': onOff(false),
  trusted: listSetting({ personal: true }),
  roots: listSetting({ personal: true }),
  fetchHosts: listSetting({ personal: true }),
  'sandbox.hosts': setting<string[]>([], (z) => z.array(z.string().check(z.regex(hostPattern))), { personal: true }),
  'permissions.allow': listSetting({ personal: true }),
  'permissions.ask': listSetting({ personal: true }),
  'permissions.deny': listSetting({ personal: true }),
  hooks: setting<Hook[]>([], (z) => z.array(hookType(z)), { personal: true }),
  'mcp.grants': listSetting({ personal: true }),
  'bank.server': setting<string | undefined>(
    undefined,
    (z) => z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/))),
    {
      personal: true,
    },
  ),
  'bank.transfer': setting<string>('transfer', nonEmptyText, { personal: true }),
  'bank.balance': optionalWords(undefined, { personal: true }),
  'bank.history': optionalWords(undefined, { personal: true }),
  'bank.arguments': setting<string[]>(
    [],
    (z) => z.array(z.string().check(z.regex(/^(target|amount|memo|idempotency_key)=[^=\s]+$/))),
    { personal: true },
  ),
  calendars: setting({}, calendarAccounts, { personal: true }),
  mail: setting({}, mailAccounts, { personal: true }),
  zone: setting<string | undefined>(undefined, (z) => z.optional(z.string().check(z.refine(isZone)))),
  'schedules.webhooks': listSetting({ personal: true }),
  'backups.daily': onOff(true),
  'reminders.followZone': onOff(true),
  'reminders.alarmAgainMinutes': setting<number>(5, (z) => z.int().check(z.gte(0), z.lte(60))),
  'tui.bell': onOff(true),
  'tui.status': setting<StatusPartName[]>(usualStatus, (z) => z.array(z.enum(statusPartNames)).check(z.minLength(1))),
  'tui.statusCommand': optionalWords(undefined, { personal: true }),
  'tui.screenReader': onOff(false),
  'tui.vim': onOff(false),
  'tui.reducedMotion': onOff(false),
  'tui.wrap': oneOf(['auto', 'terminal'], 'auto'),
  'updates.notice': onOff(true, { personal: true }),
  'updates.registry': addressSetting('https://registry.npmjs.org', 'npm_config_registry', { personal: true }),
  'tui.theme': oneOf(['auto', 'dark', 'light', 'contrast', 'none'], 'auto'),
  agent: setting<string>('비서', nonEmptyText, { sure: areWords }),
  workspace: setting<string>('default', nonEmptyText, { sure: areWords }),
  profile: setting<string>('me', nonEmptyText, { sure: areWords }),
  'services.weatherUrl': addressSetting('https://api.openweathermap.org', 'OPENWEATHER_BASE_URL'),
  'services.wikipediaUrl': setting<string>(
    'https://{lang}.wikipedia.org',
    (z) => z.string().check(z.regex(/^https?:\/\/\S+$/)),
    {
      env: 'WIKIPEDIA_BASE_URL',
    },
  ),
  'services.mcpRegistryUrl': addressSetting('https://registry.modelcontextprotocol.io', 'MCP_REGISTRY_URL'),
  'services.tavilyUrl': addressSetting('https://api.tavily.com', 'TAVILY_BASE_URL'),
  'services.falUrl': addressSetting('https://fal.run', 'FAL_BASE_URL'),
  'services.telegramUrl': addressSetting('https://api.telegram.org', 'TELEGRAM_API_ROOT'),
  // SPEC §8: a poll of at most 50 s; of a backlog the newest 20 of the last 15 minutes.
  'telegram.pollSeconds': setting<number>(30, (z) => z.int().check(z.gte(1), z.lte(50)), { personal: true }),
  'telegram.backlog': countSetting(20, 0),
  'telegram.backlogMs': millisecondsSetting(900_000),
  'telegram.whileBusy': oneOf(['queue', 'steer'], 'queue'),
  'telegram.mergeMs': setting<number>(1_200, (z) => z.int().check(z.gte(0), z.lte(10_000)), { personal: true }),
  'serve.personBudget': budgetSetting(),
  'serve.tokenBudget': budgetSetting(),
  'serve.issuer': setting<string | undefined>(undefined, (z) => z.optional(z.url({ protocol: /^https?$/ })), {
    personal: true,
  }),
  'serve.audience': setting<string | undefined>(undefined, (z) => z.optional(nonEmptyText(z)), { personal: true }),
  'serve.keys': setting<string | undefined>(undefined, (z) => z.optional(z.url({ protocol: /^https?$/ })), {
    personal: true,
  }),
  'serve.telemetry': setting<string | undefined>(undefined, (z) => z.optional(z.url({ protocol: /^https?$/ })), {
    personal: true,
  }),
  'serve.idleDays': setting<number>(30, (z) => z.int().check(z.gte(0), z.lte(36_500)), { personal: true }),
  'heartbeat.tokens': setting<number>(50_000, (z) => z.int().check(z.gte(0)), { personal: true }),
  ...voiceTable,
  now: setting<string | undefined>(
    undefined,
    (z) => z.optional(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text as string))))),
    { personal: true },
  ),
}

type Table = typeof table
export type SettingKey = keyof Table & string
type Value<K extends SettingKey> = Table[K] extends Setting<infer T> ? T : never

/** The dotted keys as nested objects: `limits.toolMs` is `settings.limits.toolMs`. */
type Tree<K extends SettingKey, Before extends string = ''> = {
  [Head in K extends `${Before}${infer Rest}`
    ? Rest extends `${infer First}.${string}`
      ? First
      : Rest
    : never]: `${Before}${Head}` extends SettingKey
    ? Value<`${Before}${Head}`>
    : Tree<Extract<K, `${Before}${Head}.${string}`>, `${Before}${Head}.`>
}

/** Every setting with the value that holds now. */
export type Settings = Tree<SettingKey>
export const keys = Object.keys(table) as SettingKey[]
/** Return true if there is such a setting. */
export const isKey = (text: string): text is SettingKey => Object.hasOwn(table, text)

/** The variable that sets `key`: `limits.toolMs` → ASSISTANT_LIMITS_TOOL_MS, unless it has a name of its own. */
export function envOf(key: SettingKey): string {
  const own = (table[key] as Setting<unknown>).env
  return (
    own ??
    `ASSISTANT_${key
      .replace(/[A-Z]/g, (letter) => `_${letter}`)
      .replaceAll('.', '_')
      .toUpperCase()}`
  )
}

/**
 * OLLAMA_HOST as its own documentation allows it: with or without scheme and port; 0.0.0.0 is where it listens, not
 * where to call.
 */
function ollamaUrl(text: string): string {
  // Another scheme stays as it is, and is refused like everywhere.
  if (/^(?!https?:)[a-z][\w+.-]*:\/\//i.test(text.trim())) return text
  const [, scheme = 'http', rest = ''] = /^(?:(https?):\/\/)?(.*?)\/*$/.exec(text.trim()) ?? []
  const host = rest.replace(/^(?:0\.0\.0\.0)?(?=:|$)/, '127.0.0.1')
  return `${scheme}://${/:\d+$/.test(host) || text.includes('://') ? host : `${host}:11434`}`
}

function isZone(zone: unknown): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: String(zone) }))
  } catch {
    return false
  }
}
