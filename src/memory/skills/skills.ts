import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { FileCache } from '../../std/fs/file-cache.ts'
import { codeOf } from '../../std/fs/files.ts'
import { sanitiseLine } from '../../std/text/sanitise.ts'
import { frontMatter } from './front-matter.ts'

/** A folder that holds skills; `own` is the person's, the others are a project's. */
export interface SkillFolder {
  path: string
  own: boolean
}

/** A skill by the open Agent Skills format (https://agentskills.io/specification): a folder with a SKILL.md. */
export interface Skill {
  name: string
  /** Its purpose and occasion, in one line; a model sees it before it reads the skill. */
  description: string
  folder: string
  own: boolean
  /** Violations of the format. A skill without a name or a description cannot be used. */
  problems: SkillProblem[]
}
export type SkillProblem =
  | 'front-matter'
  | 'no-name'
  | 'bad-name'
  | 'other-name'
  | 'no-description'
  | 'long-description'
  | 'too-large'
  | 'twice'

const limit = { name: 64, description: 1_024, bytes: 256 << 10, skills: 100 }

/** Skills of these folders by name, the first of a name counting; what is wrong with one is told in it. */
export async function readSkills(folders: readonly SkillFolder[]): Promise<Skill[]> {
  const skills: Skill[] = []
  const named = await Promise.all(folders.map(async ({ path, own }) => ({ path, own, names: await namesIn(path) })))
  for (const { path, own, names } of named)
    for (const name of names.toSorted()) {
      const skill = skills.length < limit.skills ? await readSkill(join(path, name), own) : undefined
      if (!skill) continue
      const isTwice = skills.some((other) => other.name === skill.name)
      skills.push(isTwice ? { ...skill, problems: [...skill.problems, 'twice'] } : skill)
    }
  return skills
}

/** A folder is another one as soon as something is put into it or taken out. */
const listings = new FileCache<readonly string[]>()

function namesIn(path: string): Promise<readonly string[]> {
  return listings.get(path, () =>
    readdir(path).catch((error) => (codeOf(error) === undefined ? Promise.reject(error) : [])),
  )
}

/** The skill in a folder; undefined where there is no SKILL.md. */
export async function readSkill(folder: string, own: boolean): Promise<Skill | undefined> {
  const path = join(folder, 'SKILL.md')
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  )
  if (size === undefined) return undefined
  const named = basename(folder).normalize('NFC')
  if (size > limit.bytes) return { name: named, description: '', folder, own, problems: ['too-large'] }
  const { fields, problem } = await frontMatter(await readFile(path, 'utf8'))
  const name = typeof fields.name === 'string' ? fields.name.trim() : ''
  const description = typeof fields.description === 'string' ? fields.description.replace(/\s+/g, ' ').trim() : ''
  const problems: SkillProblem[] = [
    ...(problem === undefined ? [] : (['front-matter'] as const)),
    ...(name === '' ? (['no-name'] as const) : isName(name) ? [] : (['bad-name'] as const)),
    ...(name !== '' && name !== named ? (['other-name'] as const) : []),
    ...(description === '' ? (['no-description'] as const) : []),
    ...([...description].length > limit.description ? (['long-description'] as const) : []),
  ]
  return { name: isName(name) ? name : named, description: sanitiseLine(description), folder, own, problems }
}

/** Small letters, digits and single hyphens between them; at most 64. */
function isName(name: string): boolean {
  return name.length <= limit.name && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
}

const unusable: readonly SkillProblem[] = ['front-matter', 'no-name', 'no-description', 'too-large', 'twice']

/** True if a model is told of it: slips that change nothing are forgiven. */
export function isUsableSkill({ problems }: Skill): boolean {
  return !problems.some((problem) => unusable.includes(problem))
}

/** Characters of all descriptions that stand in every request. */
const toldChars = 8_000

/**
 * Page that tells a model of the skills there are; '' without any. What does not fit is counted, never dropped in
 * silence.
 */
export function skillsPage(skills: readonly Skill[]): string {
  const usable = skills.filter(isUsableSkill)
  if (usable.length === 0) return ''
  const lines: string[] = []
  let room = toldChars
  for (const { name, description } of usable) {
    const line = `- ${name}: ${description.slice(0, limit.description)}`
    room -= line.length
    if (room >= 0) lines.push(line)
  }
  const left = usable.length - lines.length
  const more = left > 0 ? [`(${left} more have no room here)`] : []
  return [
    '# Skills',
    'Before work that one of these describes, read it with the tool `skill` and follow it.',
    ...lines,
    ...more,
  ].join('\n')
}
