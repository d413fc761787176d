import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modelServer, say } from '../fakes/model-server.ts'
import { questions as every, tenThousandFacts } from '../fixtures/memory/facts.ts'
import { partOf } from '../parts.ts'
import { always, assistantAt, freshHome, of, systemOf, talk } from './home.ts'

/** Facts that are planted, two a turn: `PLANTED=10000` for all of them. */
const count = Number(process.env.PLANTED ?? partOf(50, 24))
const questions = process.env.PLANTED ? every : every.filter((_, n) => n % 5 === 0)
/**
 * Turns in which they are told, two each; where they are fewer, the first facts stand on the page before:
 * `PLANTED_TURNS=300`.
 */
const turns = Math.min(Number(process.env.PLANTED_TURNS ?? count), Math.ceil(count / 2))
const patience = process.env.PLANTED ? 36_000_000 : 60_000

/** Those that are asked for, evenly among the others. */
const planted = (() => {
  const asked = questions.map(({ fact }) => fact)
  const others = tenThousandFacts()
    .filter((fact) => !asked.includes(fact))
    .slice(0, Math.max(0, count - asked.length))
  const step = Math.max(1, Math.floor(others.length / asked.length))
  return asked.flatMap((fact, n) => [
    fact,
    ...others.slice(n * step, n === asked.length - 1 ? undefined : (n + 1) * step),
  ])
})()

describe.each(['rules', 'a terse light model'])('facts planted over many turns with compactions by %s', (by) => {
  test(
    'are all on their page, found by search, and in the request when they are asked for in other words',
    async () => {
      const home = freshHome()
      await using server = await modelServer(
        ...Array.from({ length: Math.ceil(planted.length / 100) + 4 }, () =>
          always((request) => say(systemOf(request).includes('50% 이하로') ? '- 이야기를 나눔' : '네.')),
        ).flat(),
      )
      const small = { flags: { 'window.limit': 8, 'window.keep': 4 } }
      const assistant = await assistantAt(home, by === 'rules' ? small : { ...small, model: server.openai })
      const { conversation, say: tell } = await talk(assistant)
      let slid = 0
      const told = Math.max(0, planted.length - 2 * turns)
      mkdirSync(join(home, 'memory'), { recursive: true })
      if (told > 0)
        writeFileSync(
          join(home, 'memory', 'me.md'),
          planted
            .slice(0, told)
            .map((fact) => `- ${fact}\n`)
            .join(''),
        )
      for (let n = told; n < planted.length; n += 2) {
        for (const fact of planted.slice(n, n + 2)) await assistant.memory.add(fact, 'personal')
        slid += of(await tell(`${n}번째로 나눈 그냥 하는 이야기`), 'window.slid').length
      }
      expect(slid).toBeGreaterThan(turns / 10)
      const page = new Set((await assistant.memory.list()).map(({ text }) => text))
      expect(planted.filter((fact) => !page.has(fact))).toEqual([])
      const lost: string[] = []
      // Of what stood there before every tenth is looked for.
      const sought = planted.filter((_, n) => n >= told || n % 10 === 0)
      for (const fact of sought)
        if (!(await assistant.memory.search(fact, 3)).some(({ text }) => text === fact)) lost.push(fact)
      expect(lost).toEqual([])
      let hits = 0
      for (const { fact, question } of questions) {
        const { parts, recalled } = await assistant.context(conversation.id, question)
        if ([...parts, ...recalled].some(({ text }) => text.includes(fact))) hits++
      }
      if (process.env.PLANTED)
        console.info(
          `${by}: ${planted.length} facts, ${turns} turns, ${slid} compactions, ${sought.length} sought, ${hits} of ${questions.length} in the request`,
        )
      expect(hits / questions.length).toBeGreaterThanOrEqual(0.97)
      await conversation.close()
      await assistant.close()
    },
    patience,
  )
})
