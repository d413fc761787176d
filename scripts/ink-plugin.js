// Makes Ink cheap to start (esbuild plugin, used by scripts/build.js and the bench). Measured with Node 24, CPU of a
// hello:
// 181 ms bundled as it comes, 87 ms with what is done here.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** yoga-layout carries its WebAssembly as a data: URL, which it loads through fetch. The same bytes, given directly. */
async function yoga(build) {
  const folder = dirname(dirname(createRequire(join(root, 'package.json')).resolve('yoga-layout')))
  const binary = join(folder, 'binaries', 'yoga-wasm-base64-esm.js')
  const dataUrl = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/
  build.onLoad({ filter: /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, () => ({
    resolveDir: join(folder, 'src'),
    contents: `import loadYoga from '../binaries/yoga-wasm-base64-esm.js'
      import wrapAssembly from './wrapAssembly.js'
      import wasmBinary from 'yoga.wasm'
      export default wrapAssembly(await loadYoga({ wasmBinary }))
      export * from './generated/YGEnums.js'`,
  }))
  build.onResolve({ filter: /^yoga\.wasm$/ }, () => ({ path: 'yoga.wasm', namespace: 'yoga' }))
  build.onLoad({ filter: /.*/, namespace: 'yoga' }, async () => {
    const found = dataUrl.exec(await readFile(binary, 'utf8'))
    if (!found) throw new Error('yoga-layout no longer carries its wasm as a data: URL: look at scripts/ink-plugin.js')
    return { contents: Buffer.from(found[1], 'base64'), loader: 'binary' }
  })
  build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8')).replace(dataUrl, '"data:application/octet-stream;base64,"'),
  }))
}

/** Modules of Ink's that cost time at import, replaced by ours or by less. The TUI lays its text out itself. */
function lighter(build) {
  const ours = (name) => join(root, 'src', 'std', 'text', name)
  const modules = {
    // Spawns tput when a stream does not know its size. The TUI only runs on a terminal, which does.
    'terminal-size': 'export default () => ({ columns: 80, rows: 24 })',
    // Unmounts on a signal and then raises it again, unless others listen. The TUI is told of signals and restores
    // the terminal.
    'signal-exit': 'export default () => () => {}',
    // Compiles emoji patterns and makes a segmenter at import; a table does it in a hundredth of the time.
    'string-width': `import { stripVTControlCharacters } from 'node:util'
      import { width } from ${JSON.stringify(ours('text.ts'))}
      export default (text) => width(text.includes('\\x1b') ? stripVTControlCharacters(text) : text)`,
    // Ink paces its frames, and lets what came too soon wait. We pace them ourselves, and after a new size we must
    // know what Ink believes to be on the screen: a frame that waited was written from a row that was no longer its
    // own.
    'es-toolkit/compat': `export const throttle = (work) =>
      Object.assign((...given) => work(...given), { flush() {}, cancel() {} })`,
  }
  const inInk = /[\\/]node_modules[\\/](?:ink|widest-line|wrap-ansi|slice-ansi|cli-truncate)[\\/]/
  build.onResolve(
    { filter: /^(?:terminal-size|string-width|signal-exit|es-toolkit\/compat)$/ },
    ({ path, importer }) => (inInk.test(importer) ? { path, namespace: 'lighter' } : undefined),
  )
  build.onLoad({ filter: /.*/, namespace: 'lighter' }, ({ path }) => ({ contents: modules[path], resolveDir: root }))
}

/**
 * Segmenters that Ink's packages make at import and use for every row: ours knows at a glance that most text is
 * plain.
 */
function graphemes(build) {
  const made = /const (segmenter|GRAPHEME_SEGMENTER) = new Intl\.Segmenter\([^)]*\);/
  const files =
    /[\\/](?:ansi-tokenize[\\/]build[\\/]tokenize|ink[\\/]build[\\/]line-update|wrap-ansi[\\/]index|slice-ansi[\\/]tokenize-ansi)\.js$/
  build.onLoad({ filter: files }, async ({ path }) => {
    const source = await readFile(path, 'utf8')
    if (!made.test(source)) throw new Error(`${path} makes its segmenter differently: look at scripts/ink-plugin.js`)
    const ours = `import { segmentText } from ${JSON.stringify(join(root, 'src', 'std', 'text', 'text.ts'))};`
    return { contents: ours + source.replace(made, 'const $1 = { segment: segmentText };'), resolveDir: dirname(path) }
  })
}

/**
 * How Ink goes over its frame. It erases from the first row down (ED): where that is the first row of the screen,
 * tmux keeps the whole screen in its scrollback, as it does for `clear`; row by row nothing is kept. It goes down to
 * the last row and up again (CUD): a terminal that got lower has dropped rows below the cursor, and the way up would
 * lead above the frame; line feeds scroll instead.
 */
function rowByRow(build) {
  const changes = [
    // DECSC and DECRC around it: a row down at the end of the screen stays where it is.
    ['ansiEscapes.eraseDown', "('\\x1b7' + Array(previousLineCount).fill('\\x1b[2K').join('\\x1b[B') + '\\x1b8')"],
    ['ansiEscapes.cursorDown(down)', "'\\n'.repeat(down)"],
  ]
  build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]cursor-helpers\.js$/ }, async ({ path }) => {
    let source = await readFile(path, 'utf8')
    for (const [theirs, ours] of changes) {
      if (source.split(theirs).length !== 2) throw new Error(`${path} moves differently: look at scripts/ink-plugin.js`)
      source = source.replace(theirs, ours)
    }
    return { contents: source, resolveDir: dirname(path) }
  })
}

export default {
  name: 'ink',
  async setup(build) {
    await yoga(build)
    lighter(build)
    graphemes(build)
    rowByRow(build)
  },
}
