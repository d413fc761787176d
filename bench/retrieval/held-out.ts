// `node bench/retrieval/held-out.ts [SET …] [--show]`: the questions of `heldout/`, asked of the whole program without a
// model. With EMBED_URL it searches by meaning as well, with the embedder that speaks OpenAI's /embeddings there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAssistant } from '../../src/app/create-assistant.ts'
import { processEnvironment } from '../../src/library/environment.ts'
import { isEnding } from '../../src/protocol/index.ts'
import { createLibrary, type Library } from '../../src/retrieval/library.ts'
import { documentBytes } from './document-files.ts'

/** A question, the file whose words answer it, and those words; no file where no document answers. */
export interface HeldOut {
  question: string
  file?: string
  words: string
  /** `p` for a question in other words than the document's, `l` for one in its own. */
  form?: string
}

/** A language, or one of its later sets: `-c` to `-h` were written, and their truth, before what they measure. */
export type HeldOutSet = (typeof heldOutSets)[number]
export const heldOutSets = [
  'ko',
  'en',
  ...([
    'ko-b',
    'en-b',
    'ko-c',
    'en-c',
    'ko-d',
    'en-d',
    'ko-e',
    'en-e',
    'ko-f',
    'en-f',
    'ko-g',
    'en-g',
    'en-h',
  ] as const),
] as const

/**
 * An answer's worth: it claims the words that answer (`right`), or other ones (`misled`); it shows the words as the
 * nearest (`shown`), or others (`near`); it says that it found nothing (`declined`); it speaks of no document.
 */
export type Outcome = 'right' | 'misled' | 'shown' | 'near' | 'declined' | 'other'

const home = new URL('heldout/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, home), 'utf8')

/** The documents of a set by their paths. */
export function heldOutDocuments(set: HeldOutSet): Map<string, string> {
  const parts = read(`${set}-documents.md`).split(/^=== (.+)\n/m)
  return new Map(parts.flatMap((path, at) => (at % 2 === 1 ? [[path, parts[at + 1] ?? ''] as const] : [])))
}

/** The questions of a set. */
export function heldOutQuestions(set: HeldOutSet): HeldOut[] {
  return read(`${set}-questions.txt`)
    .trim()
    .split('\n')
    .map((line) => {
      const [question = '', file = '', words = '', form = 'l'] = line.split(' | ')
      return file === '-' ? { question, words, form } : { question, file, words, form }
    })
}

/** The worth of an answer without a model. */
export function outcomeOf(answer: string, { file, words }: HeldOut): Outcome {
  const place = /^(?:출처|Source): (?:\[1\] )?(.+?)(?::\d+(?:-\d+)?)?$/m.exec(answer)?.[1]
  if (place === undefined)
    return /찾지 못|found no|없어요|못 해요|못해요|어려워요|모르|cannot|can't|not |don't|beyond me/.test(answer)
      ? 'declined'
      : 'other'
  if (/^(?:표에서 계산|Computed over)/.test(answer)) return answer.includes(words) ? 'right' : 'misled'
  const isClaim = /^(?:문서에 이렇게|The documents say|문서가 서로|The documents differ)/.test(answer)
  const quoted = answer
    .split('\n')
    .flatMap((line) => (line.startsWith('> ') ? [line.slice(2).replaceAll('**', '')] : []))
  const isThere =
    file !== undefined && answer.includes(file.split('/').at(-1) ?? file) && quoted.join('\n').includes(words)
  if (isClaim) return isThere ? 'right' : 'misled'
  return isThere ? 'shown' : 'near'
}

/** A folder with these documents; it is gone afterwards. */
export async function withFiles(
  documents: Map<string, string>,
  use: (folder: string, files: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'held-out-'))
  const files = join(folder, 'files')
  for (const [path, text] of documents) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), documentBytes(path, text))
  }
  try {
    await use(folder, files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const never = new AbortController().signal

/** Settings of an embedder at EMBED_URL. */
const embedder = process.env.EMBED_URL
  ? {
      'docs.store': 'vector',
      'docs.embedder': 'compatible',
      'docs.embedUrl': process.env.EMBED_URL,
      'docs.embedModel': 'm',
    }
  : {}

/** A library of these documents. */
export function withHeldOut(set: HeldOutSet, use: (library: Library, files: string) => Promise<void>): Promise<void> {
  return withFiles(heldOutDocuments(set), async (folder, files) => {
    const library = createLibrary({ dir: join(folder, 'index'), now: () => new Date() })
    for await (const _ of library.add([files], never));
    await use(library, files)
    await library.close()
  })
}

/** Asks every question in a conversation of its own, as a person would who has no model. */
function askHeldOut(
  set: HeldOutSet,
  questions: HeldOut[],
  tell: (asked: HeldOut, answer: string, outcome: Outcome) => void,
): Promise<void> {
  return withFiles(heldOutDocuments(set), async (folder, files) => {
    const assistant = await createAssistant(
      processEnvironment({
        env: { ...process.env, ASSISTANT_HOME: join(folder, 'home') },
        cwd: files,
        flags: { provider: 'offline', language: set.slice(0, 2), ...embedder },
      }),
    )
    const library = await assistant.docs.library('default')
    for await (const _ of library.add([files], never));
    for (const asked of questions) {
      const conversation = await assistant.open({ kind: 'new' }, { ephemeral: true, canAsk: false })
      const { turn, seq } = await conversation.submit({ text: asked.question, origin: 'oneshot', by: 'owner' }, 'queue')
      let answer = ''
      for await (const { event, turn: of } of conversation.follow(seq, never)) {
        if (of !== turn) continue
        if (event.type === 'text.added') answer += event.text
        if (isEnding(event)) break
      }
      await conversation.close()
      tell(asked, answer, outcomeOf(answer, asked))
    }
    await assistant.close()
  })
}

if (import.meta.main) {
  const chosen = heldOutSets.filter((set) => process.argv.includes(set))
  const all: Record<string, number> = {}
  for (const set of chosen.length > 0 ? chosen : heldOutSets) {
    const empty = { right: 0, misled: 0, shown: 0, near: 0, declined: 0, other: 0 }
    const groups = { literal: { ...empty }, paraphrase: { ...empty }, unanswerable: { ...empty } }
    await askHeldOut(set, heldOutQuestions(set), (asked, answer, outcome) => {
      const group = asked.file === undefined ? 'unanswerable' : asked.form === 'p' ? 'paraphrase' : 'literal'
      groups[group][outcome]++
      const isGood = group === 'unanswerable' ? outcome !== 'misled' : outcome === 'right'
      if (process.argv.includes('--show') && !isGood)
        console.log(`${group} ${outcome}\t${asked.question}\t${answer.replaceAll('\n', ' ').slice(0, 200)}`)
    })
    console.log(set, JSON.stringify(groups))
    const share = (group: keyof typeof groups, of: readonly Outcome[]) => {
      const count = Object.values(groups[group]).reduce((sum, one) => sum + one, 0)
      return count === 0 ? 0 : (of.reduce((sum, one) => sum + groups[group][one], 0) / count) * 100
    }
    all[`${set}Right`] = share('literal', ['right'])
    all[`${set}Seen`] = share('literal', ['right', 'shown'])
    all[`${set}ParaphraseSeen`] = share('paraphrase', ['right', 'shown'])
    all[`${set}Misled`] = share('unanswerable', ['misled'])
  }
  console.log(process.argv.includes('--json') ? JSON.stringify(all) : all)
}
