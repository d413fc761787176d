// Bundles the parts of zod that check settings by themselves (esbuild plugin, used by scripts/build.js and the
// bench). Splitting knows files, not functions: whatever else anybody uses of zod, all its languages included, would
// be loaded with the first setting. Measured with Node 24 on every start that has a setting: 13 ms CPU as it comes, 1
// ms with what is done here.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const parts = fileURLToPath(new URL('../src/config/zod.ts', import.meta.url))

export default {
  name: 'zod',
  setup({ initialOptions: { target }, onLoad }) {
    // A file of another name would be bundled with all of zod, and nothing would say so.
    if (!existsSync(parts)) throw new Error(`${parts} is gone: the settings would load all of zod`)
    onLoad({ filter: /[/\\]src[/\\]config[/\\]zod\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, write: false, format: 'esm', target })
      return { contents: outputFiles[0].text, loader: 'js' }
    })
  },
}
