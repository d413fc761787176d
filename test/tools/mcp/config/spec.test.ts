// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of mcp.json
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugOf, toolName } from '../../../../src/tools/mcp/config/names.ts'
import {
  expandVariables,
  fingerprintOf,
  hashOf,
  readServers,
  type ServerReach,
  secretsOf,
  describeReach as shown,
} from '../../../../src/tools/mcp/config/spec.ts'
import { readSchema } from '../../../../src/tools/mcp/convert/schema.ts'
import { problemsOf } from '../../../../src/tools/validate-args.ts'

const read = (mcpServers: unknown, own = true) => readServers(JSON.stringify({ mcpServers }), 'mcp.json', own, 'ko')

describe('mcp.json', () => {
  test('only the own file can say that a server keeps and sends nothing', () => {
    const of = (own: boolean) => read({ s: { command: 'x', safe: true, effects: 'none' } }, own).servers[0]
    expect([of(true)?.effects, of(false)?.effects]).toEqual(['none', undefined])
    expect(read({ s: { command: 'x', effects: 'all' } }).problems).toEqual([
      expect.stringContaining('s.effects 값이 맞지 않아요'),
    ])
  })

  test('a client that was registered beforehand is read with its scopes and variables; its secret is never shown', () => {
    const oauth = { clientId: 'id', clientSecret: '${SECRET}', scopes: ['a', 'b'], callbackPort: 8080, enabled: true }
    const [server] = read({ web: { url: 'https://example.com', oauth } }).servers
    const { reach, missing } = expandVariables(server?.reach as ServerReach, { SECRET: 'hush' })
    expect([reach, missing]).toEqual([
      {
        ...{ kind: 'auto', url: 'https://example.com', headers: {} },
        oauth: { clientId: 'id', clientSecret: 'hush', scopes: 'a b', callbackPort: 8080 },
      },
      [],
    ])
    expect([shown(reach), secretsOf({ ...reach, oauth: { clientSecret: 'hush-hush' } } as ServerReach)]).toEqual([
      'https://example.com (OAuth: id a b)',
      ['hush-hush'],
    ])
    const plain = read({ web: { url: 'https://example.com' } }).servers[0]
    expect(fingerprintOf(server as never)).not.toBe(fingerprintOf(plain as never))
  })

  test.each([
    { oauth: 'id' },
    { oauth: { clientId: 5 } },
    { oauth: { callbackPort: 70_000 } },
    { oauth: { grantType: 'password' } },
    { oauth: { grantType: 'client_credentials', clientId: 'id' } },
    { oauth: { privateKey: 'k' } },
    { oauth: { clientMetadataUrl: 'http://example.com/x' } },
  ])('an oauth entry that cannot be meant is named: %j', (entry) => {
    expect(read({ web: { url: 'https://example.com', ...entry } }).problems).toEqual([
      expect.stringContaining('web.oauth 값이 맞지 않아요'),
    ])
  })

  test('servers are read as users know them', () => {
    const { servers, problems } = read({
      files: {
        command: 'npx',
        args: ['-y', 'x'],
        env: { A: '1', N: 2 },
        cwd: '/tmp',
        safe: ['read'],
        timeout: 5_000,
        other: 'kept by others',
      },
      web: { type: 'streamable-http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
      old: { type: 'sse', url: 'http://localhost:1/sse', disabled: true },
      plain: { url: 'https://example.com' },
    })
    expect(problems).toEqual([])
    const rest = { from: 'mcp.json', safe: false, sampling: false, disabled: false, timeoutMs: 60_000 }
    expect(servers).toEqual([
      {
        ...rest,
        name: 'files',
        safe: ['read'],
        timeoutMs: 5_000,
        reach: { kind: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: '1', N: '2' }, cwd: '/tmp' },
      },
      {
        ...rest,
        name: 'web',
        reach: { kind: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
      },
      { ...rest, name: 'old', disabled: true, reach: { kind: 'sse', url: 'http://localhost:1/sse', headers: {} } },
      { ...rest, name: 'plain', reach: { kind: 'auto', url: 'https://example.com', headers: {} } },
    ])
  })

  test('a project may name servers, but call none of them safe and let none ask our model', () => {
    const { servers } = read({ s: { command: 'x', safe: true, sampling: true } }, false)
    expect(servers).toMatchObject([{ safe: false, sampling: false }])
  })

  test.each([
    [{ s: { command: 5 } }, 's.command', '비어 있지 않은 글'],
    [{ s: { command: 'x', args: 'a' } }, 's.args', '글의 목록'],
    [{ s: { command: 'x', env: { A: {} } } }, 's.env', '{"이름": "값"} 모양'],
    [{ s: { url: 'ftp://x' } }, 's.url', 'http:// 또는 https:// 주소'],
    [{ s: { url: 'file:///etc/passwd' } }, 's.url', 'http:// 또는 https:// 주소'],
    [{ s: { url: 'https://x', type: 'pigeon' } }, 's.type', 'stdio, http, sse 가운데 하나'],
    [{ s: { command: 'x', timeout: -1 } }, 's.timeout', '밀리초'],
    [{ s: {} }, 's', 'command(이 컴퓨터의 프로그램)나 url(주소)'],
    [{ s: { command: 'x', type: 'http' } }, 's', 'command'],
    [{ s: 'npx x' }, 's', 'command'],
    [{ __x: { command: 'x' } }, '__x', '글자나 숫자로 시작'],
  ])('%j: one sentence says what is wrong and what was expected, the others are read', (bad, where, expected) => {
    const { servers, problems } = read({ ...bad, good: { command: 'y' } })
    expect(servers.map(({ name }) => name)).toEqual(['good'])
    expect(problems).toEqual([expect.stringContaining(expected)])
    expect(problems[0]).toContain(where)
  })

  test.each(['', '[]', '{', '{"servers":{}}', 'null', '{"mcpServers":[]}'])('%j is told to be no such file', (text) => {
    expect(readServers(text, 'mcp.json', true, 'ko')).toEqual({
      servers: [],
      problems: [expect.stringContaining('mcp.json: 읽을 수 없어요')],
    })
  })

  test('no text makes the reader throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) =>
        Array.isArray(readServers(text, 'x', true, 'en').servers),
      ),
    )
    fc.assert(fc.property(fc.object(), (servers) => Array.isArray(read(servers).problems)))
  })

  test('variables are replaced everywhere; one without a value is named', () => {
    const reach: ServerReach = {
      kind: 'stdio',
      command: '${BIN:-node}',
      args: ['${A}${B}', '$C ${input:x}'],
      env: { K: '${NONE}' },
      cwd: '${A}',
    }
    expect(expandVariables(reach, { A: '1', B: '${A}' })).toEqual({
      reach: { kind: 'stdio', command: 'node', args: ['1${A}', '$C ${input:x}'], env: { K: '' }, cwd: '1' },
      missing: ['NONE'],
    })
  })

  test('what is shown is the whole command, quoted so that each word is seen; values of secrets are not', () => {
    const reach: ServerReach = {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', "it's; rm -rf ~", ''],
      env: { KEY: 'sk-secret', TOKEN: '${TOKEN}', LD_PRELOAD: '/tmp/evil.so' },
    }
    expect(shown(reach)).toBe("KEY=… TOKEN='${TOKEN}' LD_PRELOAD=/tmp/evil.so npx -y 'it'\\''s; rm -rf ~' ''")
  })

  test('a fingerprint is of the command and everything with it, in whatever order it is written', () => {
    const [a, b] = [
      read({ s: { command: 'x', env: { A: '1', B: '2' } } }),
      read({ s: { env: { B: '2', A: '1' }, command: 'x' } }),
    ]
    const prints = [a, b].map(({ servers }) => servers.map(fingerprintOf)[0])
    expect(prints[0]).toBe(prints[1])
    const others = [
      { command: 'y' },
      { command: 'x', args: ['z'] },
      { command: 'x', cwd: '/' },
      { command: 'x', env: { A: '1' } },
    ]
    expect(new Set(others.map((entry) => read({ s: entry }).servers.map(fingerprintOf)[0])).size).toBe(4)
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        (value) => hashOf(value) === hashOf(Object.fromEntries(Object.entries(value).reverse())),
      ),
    )
  })
})

describe('names of tools', () => {
  const server = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,40}$/u)
  const tool = fc.oneof(fc.string({ minLength: 1, maxLength: 100 }), fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/))

  test('are what every wire takes, the same in every process, and begin with their server', () => {
    fc.assert(
      fc.property(server, tool, (s, t) => {
        const name = toolName(s, t)
        expect(name).toMatch(/^mcp_[A-Za-z0-9-]+_[A-Za-z0-9_-]+$/)
        expect(name.length).toBeLessThanOrEqual(64)
        expect(name.startsWith(`mcp_${slugOf(s)}_`)).toBe(true)
      }),
    )
  })

  test('are never shared by two servers or two tools', () => {
    fc.assert(
      fc.property(server, tool, server, tool, (s, t, other, another) => {
        const same = slugOf(s) === slugOf(other) && t === another
        expect(toolName(s, t) === toolName(other, another)).toBe(same)
      }),
      { numRuns: 2_000 },
    )
    expect(toolName('a_b', 'c')).not.toBe(toolName('a', 'b_c'))
    expect(
      [toolName('my files', 'read.file'), toolName('my files', 'read_file')].map((name) => name.slice(0, 23)),
    ).toEqual(['mcp_my-files_read_file_', 'mcp_my-files_read_file'])
    expect(slugOf('메모')).not.toBe(slugOf('일정'))
  })
})

describe('schemas of servers', () => {
  const problems = (schema: object, args: object) => problemsOf({ schema, args, language: 'en' } as never)

  test('a model is not told of patterns, arguments are held to those that can be read', () => {
    const given = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        pattern: { type: 'string', pattern: '^(a+)+$' },
        list: { type: 'array', items: { $ref: '#/$defs/one', pattern: '(' } },
      },
      $defs: { one: { enum: [{ pattern: 'kept' }] } },
      required: ['pattern'],
    }
    const plain = {
      type: 'object',
      properties: { pattern: { type: 'string' }, list: { type: 'array', items: { $ref: '#/$defs/one' } } },
      $defs: { one: { enum: [{ pattern: 'kept' }] } },
      required: ['pattern'],
    }
    const pattern = { type: 'string', pattern: '^(a+)+$' }
    expect(readSchema(given)).toEqual({
      schema: plain,
      checked: { ...plain, properties: { ...plain.properties, pattern } },
    })
    expect(readSchema(plain)).toEqual({ schema: plain })
  })

  test('a dialect that is described elsewhere refuses nothing here: its server checks the arguments itself', () => {
    const schema = { type: 'object', properties: { count: { minimum: 10 } } }
    const problems = ($schema: string) => {
      const read = readSchema({ $schema, ...schema })
      return problemsOf({ schema: read?.checked ?? read?.schema ?? {}, args: { count: 1 }, language: 'ko' }).length
    }
    expect(problems('https://example.com/no-validation')).toBe(0)
    expect(problems('https://json-schema.org/draft/2020-12/schema')).toBe(1)
    expect(problems('http://json-schema.org/draft-07/schema#')).toBe(1)
  })

  test('what is left out takes along what would refuse too much without it', () => {
    const given = {
      type: 'object',
      properties: { a: { not: { pattern: 'x' } } },
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    }
    const read = readSchema(given)
    expect(read?.schema).toEqual({ type: 'object', properties: { a: {} } })
    expect(problems(read?.checked ?? {}, { a: 'b', 'x-1': 'y' })).toEqual([])
    expect(problems(read?.checked ?? {}, { 'x-1': 5 })).not.toEqual([])
    expect(problems(read?.checked ?? {}, { b: 5 })).not.toEqual([])
  })

  test('a model is never told less of what is allowed than arguments are held to', () => {
    const names = fc.constantFrom('a', 'ab', 'x-1')
    const leaf = fc.constantFrom(
      {},
      { type: 'string' },
      { type: 'number' },
      { pattern: '^a' },
      { pattern: '(' },
      true,
      false,
    )
    const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record(
          {
            properties: fc.dictionary(names, tie('schema')),
            patternProperties: fc.dictionary(fc.constantFrom('^x-', 'b', '('), tie('schema')),
            propertyNames: leaf,
            additionalProperties: tie('schema'),
            unevaluatedProperties: tie('schema'),
            not: tie('schema'),
            anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
            if: tie('schema'),
            // biome-ignore lint/suspicious/noThenProperty: a keyword of schemas
            then: tie('schema'),
            else: tie('schema'),
          },
          { requiredKeys: [] },
        ),
      ),
    }))
    const value = fc.oneof(fc.constantFrom('a', 'b', 5, null), fc.dictionary(names, fc.constantFrom('a', 5)))
    fc.assert(
      fc.property(schema, fc.dictionary(names, value), (given, args) => {
        const read = readSchema({ ...Object(given), type: 'object' })
        if (read?.checked && problems(read.checked, args).length === 0) expect(problems(read.schema, args)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    [{ $ref: '#/$defs/p%25q' }, { 'p%q': { type: 'integer' } }],
    [{ $ref: '#/$defs/p%22q' }, { 'p"q': { type: 'integer' } }],
    [{ $ref: '#/$defs/p~1q~0' }, { 'p/q~': { type: 'integer' } }],
    [{ $ref: '#/%24defs/%ED%95%9C' }, { 한: { type: 'integer' } }],
    [{ $ref: 'T0' }, { any: { $id: 'T0', type: 'integer' } }],
    [{ $ref: '#here' }, { any: { $anchor: 'here', type: 'integer' } }],
    [{ $ref: 'urn:x:1#/$defs/inner' }, { any: { $id: 'urn:x:1', $defs: { inner: { type: 'integer' } } } }],
    [{ $ref: '#/$defs/a' }, { a: { $ref: '#/$defs/$ref' }, $ref: { type: 'integer' } }],
  ])('a reference as %j is followed, and what is wrong behind it is said in words', (a, $defs) => {
    const { schema = {} } = readSchema({ type: 'object', properties: { a }, $defs }) ?? {}
    expect(problems(schema, { a: 5 })).toEqual([])
    expect(problems(schema, { a: 'x' })).toEqual(['a: must be a whole number. Got "x"'])
  })

  test.each([
    undefined,
    null,
    5,
    [],
    {},
    { type: 'string' },
    { type: 'object', properties: 5 },
    { type: 'object', properties: { a: 'string' } },
    { type: 'object', required: 'a' },
    { type: 'object', properties: { a: { $ref: '#/no/where' } } },
    { type: 'object', properties: { a: { $ref: 'http://127.0.0.1/schema' } } },
    { type: 'object', properties: { a: { $ref: '#/$defs/%zz' } }, $defs: { '%zz': {} } },
    { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $id: 'b', $ref: 'b' } } },
    { type: 'object', anyOf: {} },
    { type: 'object', $ref: '#' },
    {
      type: 'object',
      properties: { a: { anyOf: [{ $ref: '#/$defs/a' }] } },
      $defs: { a: { not: { $ref: '#/$defs/a' } } },
    },
    { type: 'object', description: 'x'.repeat(30_000) },
    JSON.parse(`${'{"type":"object","not":'.repeat(900)}{}${'}'.repeat(900)}`),
  ])('schema %# cannot be used', (schema) => {
    expect(readSchema(schema)).toBeUndefined()
  })

  test('whatever is usable never makes the validator throw', async () => {
    const { validateArgs } = await import('../../../../src/tools/validate.ts')
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      '$ref',
      'pattern',
      'required',
      'enum',
      'minimum',
      'format',
      'not',
    )
    const schema = fc.dictionary(
      keyword,
      fc.oneof(fc.jsonValue(), fc.constant('#'), fc.constant('object'), fc.dictionary(fc.string(), fc.jsonValue())),
    )
    await fc.assert(
      fc.asyncProperty(schema, fc.dictionary(fc.string(), fc.jsonValue()), async (given, args) => {
        const usable = readSchema({ ...given, type: 'object' })
        if (usable) await validateArgs(usable.checked ?? usable.schema, args as never, 'en')
      }),
      { numRuns: 500 },
    )
  })
})
