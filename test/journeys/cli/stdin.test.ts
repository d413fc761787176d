import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv, end, events, freshHome, run, start } from '../../cli/assistant.ts'
import { type ModelServer, modelServer, say } from '../../fakes/model-server.ts'

const envFor = (server: ModelServer) =>
  bareEnv(freshHome(), { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.openai })
/** Everything that the model was sent as the person's message. */
const sent = (server: ModelServer): string => JSON.stringify(server.requests[0]?.body.messages.at(-1))

describe('standard input that is not a terminal', () => {
  test('is the context of a prompt', async () => {
    await using server = await modelServer(say('좋아요.'))
    const ended = await run(['리뷰해줘'], envFor(server), '+const a = 1\n')
    expect(ended).toMatchObject({ code: 0, out: '좋아요.\n', err: '' })
    expect(sent(server)).toContain('리뷰해줘')
    expect(sent(server)).toContain('+const a = 1')
  })

  test.each([[['-p']], [[]]])('is the prompt where there is none (%j)', async (args) => {
    expect(await run(args, bareEnv(freshHome()), '3*(2+4)는?\n')).toMatchObject({ code: 0, out: '18이에요.\n' })
  })

  test('in the legacy Korean code page is read as Korean', async () => {
    await using server = await modelServer(say('네.'))
    await run(['뭐라고 써 있어?'], envFor(server), Buffer.from([0xb0, 0xa1, 0xb3, 0xaa, 0xb4, 0xd9]))
    expect(sent(server)).toContain('가나다')
  })

  test('that is empty adds nothing', async () => {
    await using server = await modelServer(say('네.'))
    await run(['안녕'], envFor(server), '')
    expect(sent(server)).not.toContain('stdin')
  })

  test('without a word is a question that is missing: 42', async () => {
    const ended = await run(['-p'], bareEnv(freshHome()), ' \n')
    expect(ended).toMatchObject({
      code: 42,
      out: '',
      err: '질문이 비어 있어요. `assistant "질문"`처럼 물어봐 주세요.\n',
    })
  })

  test('that is no text is refused: 42, and nothing is sent', async () => {
    await using server = await modelServer()
    const ended = await run(
      ['요약해줘', '--output-format', 'stream-json'],
      envFor(server),
      Buffer.from([0x7f, 0x45, 0, 1, 0xff, 0xfe, 0]),
    )
    expect(ended.err).toBe('표준 입력이 글이 아니에요. 텍스트로 바꿔서 다시 보내 주세요.\n')
    expect(events(ended.out)).toEqual([
      expect.objectContaining({ type: 'result', ok: false, exitCode: 42, conversation: null }),
    ])
    expect(server.requests).toEqual([])
  })

  test('that is larger than 8 MB is refused, not cut: 42', async () => {
    await using server = await modelServer()
    const ended = await run(['요약해줘'], envFor(server), Buffer.alloc((8 << 20) + 1, 'a'))
    expect(ended).toMatchObject({ code: 42, out: '' })
    expect(ended.err).toContain('8MB')
    expect(server.requests).toEqual([])
  })
})

describe('standard input that is open and silent never hangs a prompt', () => {
  /** Both ends of a pipe in the file system; nobody writes, nobody closes. */
  function fifo(): number {
    const path = join(freshHome(), 'fifo')
    execFileSync('mkfifo', [path])
    const fd = openSync(path, constants.O_RDWR)
    onTestFinished(() => closeSync(fd))
    return fd
  }

  test('a pipe is waited for 2 s, and the answer says on stderr that it was not read', async () => {
    await using server = await modelServer(say('안녕하세요.'))
    const ended = await end(start(['안녕'], envFor(server), fifo()))
    expect(ended).toMatchObject({ code: 0, out: '안녕하세요.\n' })
    expect(ended.err).toBe(
      '표준 입력이 2초 동안 조용해서 읽지 않고 답해요. 끝까지 읽게 하려면 질문 뒤에 - 를 붙여 주세요.\n',
    )
  })

  test('what a program left open for nothing, 250 ms', async () => {
    await using server = await modelServer(say('안녕하세요.'))
    const ended = await end(start(['안녕'], envFor(server), 'pipe'))
    expect(ended).toMatchObject({ code: 0, out: '안녕하세요.\n' })
    expect(ended.err).toContain('표준 입력이 0.3초 동안 조용해서')
  })

  test('a slow writer is waited for to its end once it has begun, and from the beginning with -', async () => {
    await using server = await modelServer(say('하나.'), say('둘.'))
    const env = envFor(server)
    const begun = start(['요약'], env, 'pipe')
    begun.stdin?.write('앞부분 ')
    setTimeout(() => begun.stdin?.end('뒷부분'), 700)
    expect(await end(begun)).toMatchObject({ code: 0, out: '하나.\n', err: '' })
    expect(sent(server)).toContain('앞부분 뒷부분')

    const late = start(['요약', '-'], env, 'pipe')
    setTimeout(() => late.stdin?.end('늦은 글'), 900)
    expect(await end(late)).toMatchObject({ code: 0, out: '둘.\n', err: '' })
    expect(JSON.stringify(server.requests[1]?.body)).toContain('늦은 글')
  })
})
