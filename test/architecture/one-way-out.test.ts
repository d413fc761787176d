import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Proxies, certificates and the wire log hold for every part of the program because there is one way out: std/net.
test('nobody but std/net opens a connection over HTTP', () => {
  const opens =
    /from 'undici|import\('undici|(?<![\w.]|async )fetch\(|\b(?:http|https|http2)\.(?:request|get)\(|from 'node:https'|import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:http'/
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => {
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return opens.test(code) && !file.endsWith('.d.ts')
  })
  // The proxy of the sandbox hands on what commands ask for; it asks `requireAllowed` itself.
  const proxy = 'src/tools/shell/sandbox/network-proxy.ts'
  expect(
    files.filter((file) => !/^src[\\/]std[\\/]net[\\/]/.test(file) && file.replaceAll('\\', '/') !== proxy),
  ).toEqual([])
})
