import { expect, test } from 'vitest'
import { collect, requestOf } from '../world.ts'

const tools = 'with read_file list_files write_file list_events search_files edit_file delete_file move_file'

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
  ["memo.txt 마지막에 '우유 사기'라고 추가해줘", 'edit_file path memo.txt old  new 우유 사기'],
  ['todo.txt에 세탁소 들르기 한 줄 더 써줘', 'edit_file path todo.txt old  new 세탁소 들르기'],
  ['todo.txt에 우유 적어줘', 'edit_file path todo.txt old  new 우유'],
  ['put milk in todo.txt', 'edit_file path todo.txt old  new milk'],
  ['append the line call mom to memo.txt', 'edit_file path memo.txt old  new call mom'],
  ["메모.txt 파일 새로 만들어서 '안녕하세요'라고 써줘", 'write_file path 메모.txt content 안녕하세요'],
  ['create a file named plan.txt saying hello', 'write_file path plan.txt content hello'],
  ['일정.txt가 어느 폴더에 있어', 'search_files name 일정.txt'],
  ['md 파일만 찾아줘', 'search_files name *.md'],
  ['회의록 파일 좀 찾아봐', 'search_files name 회의록'],
  ['어느 파일에 김 부장 얘기가 있더라', 'search_files text 김 부장'],
  ["회의록.md에 '철수' 나오는 줄 보여줘", 'search_files path 회의록.md text 철수'],
  ['TODO라고 쓰인 데 전부 찾아줘', 'search_files text TODO'],
  ['여행/일정.txt 내용 뭐야', 'read_file path 여행/일정.txt'],
  ['회의록.md 요약해줘', 'read_file path 회의록.md'],
  ['what files are in notes', 'list_files path notes'],
])('%s → %s', async (text, deed) => {
  expect(await deedOf(text)).toBe(deed)
})

test.each([
  ...[
    'log.txt 지우지 마',
    'log.txt 지워도 될까',
    'a.txt랑 b.txt 지워줘',
    '사진 지워줘',
    'memo.txt에 뭐라고 쓸까',
    'memo.txt 끝까지 읽었어',
    'a.txt 말고 b.txt 지워줘',
    'a.txt 어제 지웠어',
  ],
  ...['delete log.txt tomorrow', "don't delete log.txt", 'delete everything but log.txt', 'rename a.txt'],
])('%s: more or less is said than one deed', async (text) => {
  expect(await deedOf(text)).not.toMatch(/^(?:delete|move|edit)_file/)
})
