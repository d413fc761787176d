import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Speex looks for its wasm beside its own file; a bundle has it inside. */
export default {
  name: 'speex',
  setup(build) {
    build.onLoad({ filter: /speex-preprocess-wasm[\\/]dist[\\/]index\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const asked = 'var Module2 = moduleArg;'
      if (!source.includes(asked))
        throw new Error(
          '@sapphi-red/speex-preprocess-wasm no longer asks for its wasm as it did: look at scripts/speex-plugin.js',
        )
      const wasm = await readFile(join(path, '..', 'speex.wasm'), 'base64')
      return { contents: source.replace(asked, `moduleArg.wasmBinary ??= Buffer.from("${wasm}", "base64"); ${asked}`) }
    })
  },
}
