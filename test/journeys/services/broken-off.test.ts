import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, talkWith } from '../../services/folder.ts'

const slot = (type: string, label: string, question: string, more: object = {}) => ({
  type,
  required: true,
  label,
  question,
  ...more,
})

/** Two yeses with an action behind each; the first can be taken back. */
const trip = {
  name: 'trip',
  version: '1.0.0',
  title: '출장',
  words: ['출장 신청'],
  slots: {
    city: slot('text', '도시', '어디로 가시나요?'),
    nights: slot('count', '숙박', '몇 박인가요?', { unit: '박', min: 1, max: 30 }),
  },
  steps: {
    form: { kind: 'slots' },
    price: { kind: 'code', run: 'price' },
    agree: { kind: 'confirm', say: '{city} {nights}, {price.total}원 신청할까요?' },
    reserve: { kind: 'code', run: 'reserve', label: '호텔 예약', undo: 'release' },
    approve: { kind: 'confirm', say: '{price.total}원, 정말 확정할까요?' },
    pay: { kind: 'code', run: 'pay', label: '결제' },
  },
  done: '{city:을/를} 예약했어요.',
}
type Trip = Omit<typeof trip, 'steps'> & { steps: Record<string, object> }

/**
 * What was done stands in a book outside, with the conversation as it was on disk when it was done: a kill -9 leaves
 * just that.
 */
const functions = (root: string) => `
import { appendFileSync, cpSync } from 'node:fs'
const did = (what, key) => {
  const copy = (when) => cpSync(${JSON.stringify(join(root, 'home'))}, ${JSON.stringify(join(root, 'killed-'))} + when + '-' + what, { recursive: true })
  copy('before')
  appendFileSync(${JSON.stringify(join(root, 'book'))}, what + ' ' + key + '\\n')
  copy('after')
  return {}
}
const price = ({ slots }) => ({ total: slots.nights * 100_000 })
const reserve = ({ key }) => did('reserve', key)
const release = ({ key }) => did('release', key)
const pay = ({ key }) => did('pay', key)
`
const byFolder = (root: string, file: object = trip) => ({
  'service.json': JSON.stringify(file),
  'handler.ts': `${functions(root)}export { price, reserve, release, pay }`,
})
const byCode = (root: string) => {
  const named = JSON.stringify(trip).replaceAll(/"(run|undo)":"(\w+)"/g, '"$1":$2')
  return { 'service.ts': `${functions(root)}export default ${named}` }
}

const book = async (root: string) => {
  const text = await readFile(join(root, 'book'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => (line ? [line.split(' ')[0]] : []))
}

/** That moment, as the next process finds it: what died holds no lock. */
async function afterKill(folder: string) {
  const home = await mkdtemp(join(tmpdir(), 'killed-'))
  await cp(folder, home, { recursive: true })
  await rm(join(home, 'conversations', '.locks'), { recursive: true })
  return home
}

/** A conversation that has come to its first question, with `yeses` behind it. */
async function begun(files: (root: string) => Record<string, string>, yeses = 0) {
  const root = await mkdtemp(join(tmpdir(), 'broken-off-'))
  const services = await folderWith(files(root), 'trip')
  const home = join(root, 'home')
  const talk = await talkWith(services, { home })
  for (const said of ['출장 신청해줘', '부산', '2박']) await talk.text(said)
  for (let i = 0; i < yeses; i++) await talk.text('네')
  return { root, services, home, talk }
}

describe('killed between a yes and what it does, or between that and its receipt', () => {
  test.each([
    ['handler.ts', byFolder],
    ['code', byCode],
  ])('%s: nobody knows, it is told so, and nothing is done twice', async (_, files) => {
    const { root, services, talk } = await begun(files, 2)
    await talk.close()
    expect(await book(root)).toEqual(['reserve', 'pay'])
    const killed = (await readdir(root)).filter((name) => name.startsWith('killed-'))
    expect(killed).toHaveLength(4)
    for (const name of killed) {
      const again = await talkWith(services, { home: await afterKill(join(root, name)) })
      expect(await again.text('네')).toContain('출장 결과를 확인하지 못했어요. 다시 실행하지 않았으니')
      expect(await again.text('네')).toBe('chat: 네')
      await again.close()
    }
    expect(await book(root)).toEqual(['reserve', 'pay'])
  })

  test('while something is taken back: nothing is taken back twice', async () => {
    const { root, services, talk } = await begun(byFolder, 1)
    expect(await talk.text('아니')).toBe('앞서 한 일은 되돌렸어요: 호텔 예약.\n출장이 취소됐어요.')
    await talk.close()
    const again = await talkWith(services, { home: await afterKill(join(root, 'killed-after-release')) })
    expect(await again.text('아니')).toContain('결과를 확인하지 못했어요')
    expect(await book(root)).toEqual(['reserve', 'release'])
  })
})

describe('changed while a task of it is under way', () => {
  const { form, price, agree, reserve, approve, pay } = trip.steps
  const edits: [string, Trip][] = [
    ['a step has another name', { ...trip, steps: { form, price, consent: agree, reserve, second: approve, pay } }],
    [
      'a sentence asks for something else',
      { ...trip, steps: { ...trip.steps, agree: { kind: 'confirm', say: '{city} 갈까요?' } } },
    ],
    ['something more is done', { ...trip, steps: { form, price, agree, pay, reserve } }],
    ['nothing is asked any more', { ...trip, steps: { form, price, reserve, pay } }],
    [
      'a value does not fit',
      { ...trip, slots: { ...trip.slots, nights: slot('count', '숙박', '몇 박인가요?', { max: 1 }) } },
    ],
    [
      'a value is missing',
      { ...trip, slots: { ...trip.slots, who: slot('person', '이름', '누가 가시나요?') } as never },
    ],
  ]
  test.each(edits)('%s: a yes to what was asked before does nothing', async (_, file) => {
    for (const yeses of [0, 1]) {
      const { root, services, home, talk } = await begun(byFolder, yeses)
      await talk.close()
      for (const [name, text] of Object.entries(byFolder(root, file)))
        await writeFile(join(services, 'trip', name), text)
      const after = await talkWith(services, { home })
      const told = await after.text('네')
      expect(told).toContain('그사이 ‘출장’ 서비스가 바뀌었어요.')
      if (yeses) expect(told).toContain('앞서 한 일은 되돌렸어요: 호텔 예약.')
      expect(await book(root)).toEqual(yeses ? ['reserve', 'release'] : [])
      await after.close()
    }
  })

  test('only its words and its code: it goes on', async () => {
    const { root, services, home, talk } = await begun(byFolder)
    await talk.close()
    const file = { ...trip, words: ['출장 잡아줘'], done: '다 됐어요.' }
    for (const [name, text] of Object.entries(byFolder(root, file)))
      await writeFile(join(services, 'trip', name), text.replace('100_000', '200_000'))
    const after = await talkWith(services, { home })
    expect(await after.text('네')).toBe('20만원, 정말 확정할까요?')
    expect(await after.text('서울로 바꿔줘')).toContain('20만원, 정말 확정할까요?')
    expect(await after.text('네')).toBe('다 됐어요.')
    expect(await book(root)).toEqual(['reserve', 'pay'])
  })
})
