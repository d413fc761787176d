import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Loaded at run time from where they are installed: native code, and what only a developer's React would want. */
const external = [
  'sherpa-onnx-node',
  'speaker',
  'node-record-lpcm16',
  'opusscript',
  'sqlite-vec',
  'react-devtools-core',
]

// CommonJS packages call `require`, which an ES module does not have. Lazy, so that no chunk loads a builtin for it.
const requireInModules =
  'const require=n=>process.getBuiltinModule(n)??process.getBuiltinModule("module").createRequire(import.meta.url)(n);'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Other people's packages sometimes need a hand (Ink's wasm, its devtools): `scripts/*-plugin.js`, default export. */
async function plugins() {
  const files = (await readdir(join(root, 'scripts'))).filter((name) => name.endsWith('-plugin.js')).sort()
  return Promise.all(files.map(async (name) => (await import(`./${name}`)).default))
}

/**
 * Bundles entry points (name → source file) as the program is bundled, into memory: `outputFiles` below `<root>/dist`
 * and a `metafile`. The bench bundles its floors with the same hand. `more`: plugins that go before the others.
 */
export async function bundle(entryPoints, more = []) {
  return build({
    absWorkingDir: root,
    entryPoints,
    plugins: [...more, ...(await plugins())],
    external,
    alias: {
      // Its other build finds its own parts at run time, where a bundle has none.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Loaded when it is needed, its CommonJS build has no names in a bundle.
      yaml: join(root, 'node_modules/yaml/browser/index.js'),
      // Half a megabyte less, of code whose traces nobody here reads.
      'pdfjs-dist/legacy/build/pdf.mjs': 'pdfjs-dist/legacy/build/pdf.min.mjs',
      'pdfjs-dist/legacy/build/pdf.worker.mjs': 'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
    },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    // Names stay as they are written: a stack trace must be readable by whoever gets it.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'external',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: { js: requireInModules },
    loader: { '.md': 'text', '.wasm': 'binary' },
    logLevel: 'warning',
  })
}
