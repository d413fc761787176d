import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtIns } from '../../../src/app/services/built-in.ts'
import { rehearseDialogue, rehearseFolder } from '../../../src/app/services/rehearsal.ts'
import { parseService } from '../../../src/services/declared/check.ts'
import { declaredService } from '../../../src/services/declared/definition.ts'
import { isAnswered, readDialogues } from '../../../src/services/declared/dialogue.ts'
import { stepsOf } from '../../../src/services/declared/flow.ts'
import { findServices } from '../../../src/services/declared/folder.ts'
import { graphSvg, graphText } from '../../../src/services/declared/graph.ts'
import { transferCode } from '../../../src/services/transfer/index.ts'
import { openLedger } from '../../../src/services/transfer/ledger.ts'
import { bareEnv, freshHome, run } from '../../cli/assistant.ts'
import { now } from '../../services/rig.ts'

const folder = join(import.meta.dirname, '../../../examples/services')
const about = { language: 'ko' as const, zone: 'Asia/Seoul' }
const all = await findServices(folder, 'ko')

test('every example is in order', () => {
  expect(all.map(({ name, problems }) => [name, problems])).toEqual(
    ['coach', 'evening', 'expense', 'movie', 'parking', 'research', 'room'].map((name) => [name, []]),
  )
})

test.each(all.map((one) => [one.name, one] as const))('%s goes as its dialogues say', async (_, one) => {
  const played = await Array.fromAsync(rehearseFolder(one, all, about))
  expect(played.length).toBeGreaterThan(0)
  expect(played.filter(({ broke }) => broke)).toEqual([])
})

test('the services of the program pass the same checker, and their dialogues', async () => {
  const ledger = openLedger(join(await mkdtemp(join(tmpdir(), 'services-')), 'ledger.jsonl'), () => now)
  for (const { file } of builtIns) {
    expect(parseService(JSON.parse(JSON.stringify(file)), 'ko')).toEqual(file)
    const code = file.name === 'transfer' ? transferCode(ledger, 'ko') : { steps: {} }
    const path = join(import.meta.dirname, '../../../src/services', file.name, 'dialogues.md')
    for (const dialogue of readDialogues(await readFile(path, 'utf8')))
      expect(await rehearseDialogue(dialogue, (parts) => [declaredService(file, code, { parts })], about)).toEqual({
        title: dialogue.title,
      })
  }
})

test.each(
  [...all.map(({ file }) => file), ...builtIns.map(({ file }) => file)].flatMap((file) =>
    file ? [[file.name, file] as const] : [],
  ),
)('the picture of %s has all of its steps, in the terminal and as SVG', (name, file) => {
  const [text, svg] = [graphText(file, 'ko'), graphSvg(file, 'ko')]
  const steps = stepsOf(file)
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) {
    expect(text).toMatch(new RegExp(`^ *\\S ${step.name} +${step.kind}`, 'm'))
    expect(svg).toContain(` ${step.name}</text>`)
  }
  expect(text.split('\n')[0]).toContain(`(${name} ${file.version})`)
  const tags = [...svg.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)]
  const open: string[] = []
  for (const [, closes, tag = '', whole] of tags) {
    if (closes) expect(open.pop()).toBe(tag)
    else if (!whole) open.push(tag)
  }
  expect([open, tags[0]?.[2]]).toEqual([[], 'svg'])
})

test('the services of the program are played on the command line, and drawn', async () => {
  const env = bareEnv(freshHome(), { ASSISTANT_LANG: 'en' })
  const [played, none, drawn] = await Promise.all([
    run(['service', 'test', 'transfer'], env),
    run(['service', 'test', 'transfr'], env),
    run(['service', 'show', 'minimal'], env),
  ])
  expect(played).toMatchObject({ code: 0, out: expect.stringContaining('transfer: One transfer: as written.') })
  expect([none.code, none.out, none.err]).toEqual([42, '', expect.stringContaining('transfr')])
  expect(drawn.out).toContain('reply')
})

test('an answer that is not as written is told with its line, and so is what was never asked', async () => {
  const play = (text: string) => rehearseDialogue(readDialogues(text)[0]!, () => [], about)
  expect(await play('# T\n\n- 나: 안녕\n- 비서: 반가워요')).toEqual({
    title: 'T',
    broke: { line: 4, said: '안녕', wanted: '반가워요', answered: 'chat: 안녕' },
  })
  expect(await play('# T\n- 나: 안녕\n- 모델: 네\n- 비서: chat: 안녕')).toMatchObject({
    broke: { line: 2, wanted: '네' },
  })
  expect(await play('- 나: 안녕\n- 비서: chat: …')).toEqual({ title: '' })
  expect(isAnswered('네, … 마쳤어요.\n더 있나요?', '네, 창문 닦기를 마쳤어요. 더 있나요?')).toBe(true)
  expect(isAnswered('네.', '네')).toBe(false)
  expect(await play('# x\n- 모델: 하나\n- 나: 둘\n- 비서: 셋')).toMatchObject({
    broke: { line: 2, wanted: '하나', answered: expect.stringContaining('나:') },
  })
})
