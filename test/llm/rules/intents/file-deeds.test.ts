import { expect, test } from 'vitest'
import { collect, requestOf } from '../world.ts'

const tools = 'with search_files edit_file delete_file move_file'

/** The call that a sentence becomes, as one text; empty for none of these tools. */
async function deedOf(text: string): Promise<string> {
  const parts = await collect(requestOf({ text, setting: [tools] }))
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
  return calls.map(({ name, args }) => [name, ...Object.entries(args).flat()].join(' ')).join(', ')
}

test.each([
  ['log.txt 지워주세요', 'delete_file path log.txt'],
  ['./old/log.txt 파일 삭제해 줘', 'delete_file path ./old/log.txt'],
  ['please delete log.txt', 'delete_file path log.txt'],
  ['a.txt를 b.txt로 이름 바꿔줘', 'move_file from a.txt to b.txt'],
  ['docs/a.txt 이름을 b.txt로 변경해줄래요', 'move_file from docs/a.txt to docs/b.txt'],
  ['a.txt를 보관 폴더로 옮겨줘', 'move_file from a.txt to 보관/a.txt'],
  ['rename docs/a.txt to b.txt', 'move_file from docs/a.txt to docs/b.txt'],
  ['move a.txt into the backup folder', 'move_file from a.txt to backup/a.txt'],
  ['memo.txt에 있는 우유를 두유로 바꿔줘', 'edit_file path memo.txt old 우유 new 두유'],
  ['replace "oat milk" with tea in memo.txt', 'edit_file old oat milk new tea path memo.txt'],
  ["'예산'이라는 단어 들어간 파일 찾아줘", 'search_files text 예산'],
  ['계약금이 적힌 파일이 어디 있지', 'search_files text 계약금'],
  ['which file contains "late fee"', 'search_files text late fee'],
  ['find all files that mention budget', 'search_files text budget'],
])('%s → %s', async (text, deed) => {
  expect(await deedOf(text)).toBe(deed)
})

test.each([
  ...[
    'log.txt 지우지 마',
    'log.txt 지워도 될까',
    'a.txt랑 b.txt 지워줘',
    '사진 지워줘',
    'a.txt 말고 b.txt 지워줘',
    'a.txt 어제 지웠어',
  ],
  ...['delete log.txt tomorrow', "don't delete log.txt", 'delete everything but log.txt', 'rename a.txt'],
])('%s: more or less is said than one deed', async (text) => {
  expect(await deedOf(text)).not.toMatch(/^(?:delete|move|edit)_file/)
})
