import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { exportPerson, type HttpPerson, removePerson } from '../../../src/app/http/person-data.ts'
import { sessionsOnDisk } from '../../../src/app/http/person-sessions.ts'
import { TokenFile, tokenOfPerson } from '../../../src/ui/http/tokens.ts'
import { assistantAt, freshHome } from '../../journeys/home.ts'
import { longTest } from '../../parts.ts'
import { ask, bearer } from '../../ui/http/rig.ts'

longTest(
  'a person is exported whole and alone, and removed without a trace; the others keep all of theirs',
  async () => {
    const home = freshHome()
    const assistant = await assistantAt(home)
    const serving = await assistant.serve({ host: '127.0.0.1', port: 0, sessions: 'disk', origins: [] })
    const { paths } = assistant.parts.loaded
    const tokens = new TokenFile(join(dirname(paths.config), 'http-tokens.json'), () => new Date())
    const front = (await tokens.add('front', [], { people: true })) ?? ''
    const port = Number(new URL(serving.url).port)
    let isOpen = true
    const close = async () => {
      if (isOpen) await serving.close().then(() => assistant.close())
      isOpen = false
    }
    onTestFinished(close)
    const say = (user: string, message: string) => {
      const body = JSON.stringify({ session_id: 's', message })
      return ask(port, 'POST', '/v1/agent/chat', { ...bearer(front), 'x-end-user': user }, body)
    }
    for (const [user, mark] of [
      ['ann', 'zebra'],
      ['ben', 'otter'],
    ] as const) {
      await say(user, `remember that my pet is a ${mark}`)
      await say(user, `remind me to feed the ${mark} tomorrow at 9am`)
      await say(user, `what do you know about my pet?`)
    }
    await close()
    const token = (await tokens.all()).find(({ people }) => people)
    const personOf = (user: string): HttpPerson => {
      const { name, profile = '' } = tokenOfPerson(token as never, user)
      return { by: `token:${name}`, profile }
    }
    const sessions = sessionsOnDisk(join(paths.home, 'conversations'), () => 0)
    const [ann, ben] = [personOf('ann'), personOf('ben')]
    const [hers, his] = [await exportPerson(paths, ann, sessions), await exportPerson(paths, ben, sessions)]
    for (const [data, mark, other] of [
      [hers, 'zebra', 'otter'],
      [his, 'otter', 'zebra'],
    ] as const) {
      expect(Object.keys(data.conversations)).toHaveLength(1)
      expect(JSON.stringify(data.files)).toContain(mark)
      expect(JSON.stringify(data.lines['reminders.jsonl'])).toContain(mark)
      expect(JSON.stringify(data)).not.toContain(other)
    }
    const removed = await removePerson(paths, ann, sessions)
    expect(removed).toMatchObject({ conversations: 1, kept: 0 })
    expect(await exportPerson(paths, ann, sessions)).toEqual({ files: {}, lines: {}, conversations: {} })
    expect(await exportPerson(paths, ben, sessions)).toEqual(his)
    const left = readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    const traces = left
      .map((one) => join(one.parentPath, one.name))
      .filter((path) =>
        [ann.by, ann.profile, 'zebra'].some(
          (word) => path.includes(word) || readFileSync(path, 'latin1').includes(word),
        ),
      )
    expect(traces.map((path) => path.slice(home.length))).toEqual([])
  },
  60_000,
)
