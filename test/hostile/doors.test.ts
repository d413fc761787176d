import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentText } from '../../src/app/docs/file-origins.ts'
import { readReceived } from '../../src/app/surfaces/daemon/telegram-files.ts'
import { readAttachment } from '../../src/app/surfaces/tui/attachments.ts'
import { docsMessages } from '../../src/messages/commands/docs.ts'
import { tuiMessages } from '../../src/messages/surfaces/tui.ts'
import { AssistantError } from '../../src/protocol/index.ts'
import { createLibrary } from '../../src/retrieval/library.ts'
import { userAgent } from '../../src/std/net/http.ts'
import { fileTools } from '../../src/tools/files/file-tools.ts'
import { fetchUrl } from '../../src/tools/web/fetch-url.ts'
import { pipedAlong, promptFiles } from '../../src/ui/oneshot/prompt-files.ts'
import { listening } from '../fakes/listen.ts'
import { use } from '../tools/context.ts'
import { hostileDocuments } from './documents.ts'

// A document that its parser throws at, and one that takes all the memory there is: HOSTILE=all tries the second, too.
const isAll = process.env.HOSTILE === 'all'
const made = (name: string) => hostileDocuments.find((one) => one.name === name)?.bytes(1) ?? new Uint8Array()
const bad = isAll
  ? { ending: 'hwp', bytes: made('a.hwp: paragraphs without end'), why: docsMessages.ko.skipped('', 'costly').slice(2) }
  : { ending: 'hwp', bytes: made('a.hwp: sectors in a circle'), why: docsMessages.ko.skipped('', 'damaged').slice(2) }

const folder = mkdtempSync(join(tmpdir(), 'doors-'))
afterAll(() => rm(folder, { recursive: true }))
const never = new AbortController().signal
const path = join(folder, `bad.${bad.ending}`)
writeFileSync(path, bad.bytes)

const mark = async () => ({ own: true }) as never
const document = (name: string, bytes: Uint8Array) => documentText(name, bytes, never)
const sentenceOf = async (work: Promise<unknown>) => {
  try {
    return `no error: ${JSON.stringify(await work)}`
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error
    return String((error.failure.data as { sentence?: string }).sentence)
  }
}

const doors: Record<string, () => Promise<string>> = {
  'docs add': async () => {
    const library = createLibrary({ dir: join(folder, 'index'), now: () => new Date() })
    const told: string[] = []
    for await (const event of library.add([path], never))
      if (event.type === 'skipped') told.push(docsMessages.ko.skipped(event.path, event.fault))
    await library.close()
    return told.join()
  },
  read_file: async () => {
    const options = { home: join(folder, 'home'), userHome: folder, roots: () => [folder] }
    const tool = fileTools(options, { documents: documentText }).find(({ name }) => name === 'read_file')
    return tool ? (await use(tool, { path })).text : ''
  },
  fetch_url: async () => {
    await using server = await listening(createServer((_, response) => response.end(bad.bytes)))
    const tool = fetchUrl({ userAgent, allowedHosts: ['127.0.0.1'] }, documentText)
    return (await use(tool, { url: `http://127.0.0.1:${server.port}/` }, { signal: never })).text
  },
  '@file in the chat': async () => {
    const read = await readAttachment(path, 'bad', { mark, document, say: tuiMessages.ko, language: 'ko' })
    return read && 'why' in read ? read.why : ''
  },
  '@file of a prompt': () =>
    sentenceOf(promptFiles(`@${path}`, undefined, { cwd: folder, language: 'ko', files: { mark, document } })),
  'standard input': () =>
    sentenceOf(pipedAlong(Buffer.from(bad.bytes), { cwd: folder, language: 'ko', files: { mark, document } })),
  Telegram: async () => {
    const read = await readReceived(
      { parts: { environment: { platform: process.platform, env: process.env } } } as never,
      `bad.${bad.ending}`,
      bad.bytes,
      undefined,
      never,
    )
    return 'fault' in read ? docsMessages.ko.skipped('bad', read.fault) : ''
  },
}

test.each(Object.entries(doors))(
  '%s: a document that no reader survives costs one sentence, and the next one is read',
  async (_, door) => {
    const before = process.memoryUsage.rss()
    expect(await door()).toContain(bad.why)
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(300)
    expect(await documentText('a.rtf', Buffer.from('{\\rtf1 words}'), never)).toBe('words')
  },
  60_000,
)
