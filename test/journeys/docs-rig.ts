// The whole program without a surface, over real stores on disk and a model's server on loopback that counts what it
// is asked.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Assistant } from '../../src/app/assistant.ts'
import { createAssistant } from '../../src/app/create-assistant.ts'
import { type Conversation, type Event, isEnding } from '../../src/protocol/index.ts'

export interface Place {
  home: string
  folder: string
  env: Record<string, string>
}

/** A home of its own, and a folder with these files of the Korean test set. */
export async function place(files: readonly string[], env: Record<string, string> = {}): Promise<Place> {
  const base = await mkdtemp(join(tmpdir(), 'docs-'))
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))
  const folder = join(base, 'papers')
  await mkdir(folder)
  for (const file of files) await cp(`test/fixtures/docs/corpus/${file}`, join(folder, file))
  return {
    home: join(base, 'home'),
    folder,
    env: { ASSISTANT_HOME: join(base, 'home'), OLLAMA_HOST: '127.0.0.1:9', ...env },
  }
}

/** The program as a process would begin with it. */
export async function begin({ folder, home, env }: Place): Promise<Assistant> {
  const assistant = await createAssistant({
    env,
    cwd: folder,
    pid: process.pid,
    platform: process.platform,
    machine: process.arch,
    node: process.execPath,
    zone: 'Asia/Seoul',
    userHome: home,
    tempDir: tmpdir(),
    clock: Date.now,
    flags: {},
  })
  onTestFinished(() => assistant.close())
  return assistant
}

/** Indexes the folder into the workspace `default`. */
export async function index(assistant: Assistant, folder: string): Promise<void> {
  const library = await assistant.docs.library('default')
  for await (const _ of library.add([folder], AbortSignal.timeout(60_000)));
}

/** Says something and returns everything that happened up to the turn's end. */
export async function say(conversation: Conversation, text: string): Promise<Event[]> {
  const { seq, turn } = await conversation.submit({ text, origin: 'tui', by: 'owner' }, 'queue')
  const abort = new AbortController()
  const events: Event[] = []
  for await (const envelope of conversation.follow(seq, abort.signal)) {
    if (envelope.turn !== turn) continue
    events.push(envelope.event)
    if (isEnding(envelope.event)) abort.abort()
  }
  return events
}

/** What the conversation left on disk. */
export const journal = ({ home }: Place, id: string) => readFile(join(home, 'conversations', `${id}.jsonl`), 'utf8')

export const only = <T extends Event['type']>(events: readonly Event[], type: T) =>
  events.filter((event): event is Extract<Event, { type: T }> => event.type === type)
