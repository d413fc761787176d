// `node bench/retrieval/held-out.ts [--part fit|judge] [--show]`: the questions of `heldout/`, asked of the whole
// program without a model.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAssistant } from '../../src/app/create-assistant.ts'
import { processEnvironment } from '../../src/library/environment.ts'
import { isEnding } from '../../src/protocol/index.ts'
import { createLibrary, type Library } from '../../src/retrieval/library.ts'

/** A question, the file whose words answer it, and those words; no file where no document answers. */
export interface HeldOut {
  question: string
  file?: string
  words: string
}

/** A language, or its later set: what was written once the first had been looked at, and sets nothing. */
type HeldOutSet = 'ko' | 'en' | 'ko-b' | 'en-b'
type Verdict = 'right' | 'near' | 'wrong' | 'declined' | 'other'

const home = new URL('heldout/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, home), 'utf8')

/** The documents of a set by their paths. */
export function heldOutDocuments(set: HeldOutSet): Map<string, string> {
  const parts = read(`${set}-documents.md`).split(/^=== (.+)\n/m)
  return new Map(parts.flatMap((path, at) => (at % 2 === 1 ? [[path, parts[at + 1] ?? ''] as const] : [])))
}

/** The questions of a set. Every second one, `fit`, may set thresholds; what holds is told of the others, `judge`. */
export function heldOutQuestions(set: HeldOutSet, part?: 'fit' | 'judge'): HeldOut[] {
  const all = read(`${set}-questions.txt`).trim().split('\n')
  const chosen = all.filter((_, at) => part === undefined || (at % 2 === 0) === (part === 'fit'))
  return chosen.map((line) => {
    const [question = '', file = '', words = ''] = line.split(' | ')
    return file === '-' ? { question, words } : { question, file, words }
  })
}

/**
 * What an answer without a model is worth: `near` quotes the right file, but not the words; `other` is an answer that
 * quotes nothing.
 */
export function verdictOf(answer: string, { file, words }: HeldOut): Verdict {
  const place = /^(?:출처|Source): (?:\[1\] )?(.+?)(?::\d+(?:-\d+)?)?$/m.exec(answer)?.[1]
  if (place === undefined)
    return /찾지 못|found no|없어요|못 해요|못해요|어려워요|모르|cannot|can't|not |don't|beyond me/.test(answer)
      ? 'declined'
      : 'other'
  const quoted = answer.split('\n').flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []))
  if (file === undefined || !place.endsWith(file)) return 'wrong'
  return quoted.join('\n').includes(words) ? 'right' : 'near'
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
    writeFileSync(join(files, path), text)
  }
  try {
    await use(folder, files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const never = new AbortController().signal

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
  tell: (asked: HeldOut, answer: string, verdict: Verdict) => void,
): Promise<void> {
  return withFiles(heldOutDocuments(set), async (folder, files) => {
    const assistant = await createAssistant(
      processEnvironment({
        env: { ...process.env, ASSISTANT_HOME: join(folder, 'home') },
        cwd: files,
        flags: { provider: 'offline', language: set.slice(0, 2) },
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
      tell(asked, answer, verdictOf(answer, asked))
    }
    await assistant.close()
  })
}

if (import.meta.main) {
  const at = process.argv.indexOf('--part')
  const part = at < 0 ? undefined : (process.argv[at + 1] as 'fit' | 'judge')
  const all: Record<string, number> = {}
  for (const set of ['ko', 'en', 'ko-b', 'en-b'] as const) {
    const counts = { right: 0, near: 0, wrong: 0, declined: 0, other: 0 }
    const without = { ...counts }
    const questions = heldOutQuestions(set, set.endsWith('-b') ? undefined : part)
    await askHeldOut(set, questions, (asked, answer, verdict) => {
      const into = asked.file === undefined ? without : counts
      into[verdict]++
      const good = asked.file === undefined ? 'declined' : 'right'
      if (process.argv.includes('--show') && verdict !== good)
        console.log(
          `${verdict}\t${asked.question}\t${asked.file ?? '-'}\t${answer.replaceAll('\n', ' ').slice(0, 200)}`,
        )
    })
    const answerable = questions.filter(({ file }) => file !== undefined).length
    const unanswerable = questions.length - answerable
    console.log(
      `${set}: ${answerable} with an answer ${JSON.stringify(counts)}, ${unanswerable} without ${JSON.stringify(without)}`,
    )
    all[`${set}Right`] = (counts.right / answerable) * 100
    all[`${set}Wrong`] = (counts.wrong / answerable) * 100
    all[`${set}Declined`] = (without.declined / unanswerable) * 100
  }
  console.log(process.argv.includes('--json') ? JSON.stringify(all) : all)
}
