import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pages } from '../../core/context/system-prompt.ts'
import { isSmallModel } from '../../llm/models/capabilities.ts'
import { promptMessages } from '../../messages/engine/prompt.ts'
import type { Language } from '../../messages/language.ts'
import { toolGuides } from '../../messages/tools/tool-guides.ts'
import { isRemote, type Origin, type Tool } from '../../protocol/index.ts'
import { codeOf } from '../../std/fs/files.ts'
import type { Environment } from '../environment/environment.ts'

/**
 * Texts that a person wrote in place of ours, by their path below `prompts/` without `.md`: `guide`, `surface-voice`,
 * `tools/shell`.
 */
export type OwnTexts = ReadonlyMap<string, string>

/** Reads `prompts/` of a home. Nearly nobody has one: then this is one look at the disk. */
export async function readOwnTexts(home: string): Promise<OwnTexts> {
  const folder = join(home, 'prompts')
  if (!existsSync(folder)) return new Map()
  const names = await readdir(folder, { recursive: true }).catch((error) =>
    codeOf(error) ? [] : Promise.reject(error),
  )
  const texts = new Map<string, string>()
  for (const name of names.filter((one) => one.endsWith('.md')).sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch((error) =>
      codeOf(error) ? undefined : Promise.reject(error),
    )
    if (text !== undefined) texts.set(name.replaceAll('\\', '/').slice(0, -'.md'.length), text.trim())
  }
  return texts
}

/** Return the text by which a model knows a tool: the person's words, else ours, else the tool's own. */
export function toolText(
  { name, description }: Pick<Tool, 'name' | 'description'>,
  language: Language,
  own: OwnTexts,
): string {
  return own.get(`tools/${name}`) ?? toolGuides[language][name] ?? description
}

/** The surface that a turn was given through, and the folder and system of this process where the person is at it. */
interface TurnPlace {
  origin: Origin
  cwd?: string | undefined
  platform: string
  /** The model that answers, where it is known. */
  model?: string
}

/** Return the place of a turn of this surface; of this machine, others are told nothing. */
export function placeOf({ environment }: { environment: Environment }, origin: Origin): TurnPlace {
  const { cwd, platform } = environment
  return { origin, platform, ...(isRemote(origin) ? {} : { cwd }) }
}

/** The pages with how to work with these tools, and what is to be known of the surface. */
export function withGuide(
  pages: Pages,
  tools: readonly Pick<Tool, 'name'>[],
  { origin, cwd, platform, model = '' }: TurnPlace,
  language: Language,
  own: OwnTexts,
): Pages {
  const say = promptMessages[language]
  const isShown = isSmallModel(model) && tools.some(({ name }) => name === 'reminders')
  const lines = [
    ...say.always,
    ...tools.flatMap(({ name }) => say.byTool[name] ?? []),
    ...(isShown ? [say.example] : []),
  ]
  const place = cwd === undefined ? [] : [say.place(cwd, systems[platform] ?? platform)]
  return {
    ...pages,
    guide: own.get('guide') ?? [say.head, ...lines.map((line) => `- ${line}`)].join('\n'),
    surface: [own.get(`surface-${origin}`) ?? say.surfaces[origin] ?? say.surfaces.messenger, ...place]
      .filter(Boolean)
      .join('\n'),
  }
}

const systems: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }
