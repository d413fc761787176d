// A conversation that code controls: it asks for what it needs, reads Korean and English answers, and acts only after a yes. A service is
// a folder of the home; here it is written by the program that uses it. What it does is in handler.ts, which runs in a Worker.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Conversation, createAssistant } from 'assistant-terminal'
import { defineService } from 'assistant-terminal/service'

const restaurant = defineService({
  name: 'restaurant',
  version: '1.0.0',
  title: { ko: '식당 예약', en: 'table booking' },
  words: ['식당 예약', 'book a table'],
  slots: {
    date: { type: 'date', required: true, label: '날짜', question: '언제로 예약할까요?' },
    people: { type: 'count', required: true, label: '인원', question: '몇 명인가요?', unit: '명', min: 1, max: 20 },
  },
  confirm: '{date}, {people} 예약할까요?',
  done: '{date}, {people} 예약했어요.',
})

const handler = `import type { ServiceHandler } from 'assistant-terminal/service'
export const execute: ServiceHandler<{ date: string; people: number }> = ({ slots, key }) => ({
  receipt: { message: \`예약했어요: \${slots.date}, \${slots.people}명\`, key },
})
`

const home = await mkdtemp(join(tmpdir(), 'assistant-example-'))
const folder = join(home, 'services', restaurant.name)
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'service.json'), JSON.stringify(restaurant, null, 2))
await writeFile(join(folder, 'handler.ts'), handler)

const assistant = await createAssistant({
  home,
  clock: () => Date.parse('2026-11-22T10:00:00+09:00'),
  settings: { provider: 'offline', language: 'ko', zone: 'Asia/Seoul' },
})

async function say(conversation: Conversation, text: string): Promise<void> {
  console.log(`나    ${text}`)
  for await (const event of assistant.ask(text, { conversation })) {
    if (event.type === 'turn.done') console.log(`비서  ${event.text}`)
    if (event.type === 'turn.failed') throw new Error(event.failure.code)
  }
}

const conversation = await assistant.open('new', { ephemeral: true })
for (const text of ['내일 식당 예약해줘', '네 명', '네']) await say(conversation, text)

await conversation.close()
await assistant.close()
await rm(home, { recursive: true })
