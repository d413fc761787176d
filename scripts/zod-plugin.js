// Bundles the parts of zod that check settings by themselves (esbuild plugin, used by scripts/build.js and the bench). Splitting
// knows files, not functions: whatever else anybody uses of zod, all its languages included, would be loaded with the first
// setting. Measured with Node 24 on every start that has a setting: 13 ms CPU as it comes, 1 ms with what is done here.
import { build } from 'esbuild'

export default {
  name: 'zod',
  setup({ initialOptions: { target }, onLoad }) {
    onLoad({ filter: /[/\\]src[/\\]config[/\\]mini\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, write: false, format: 'esm', target })
      return { contents: outputFiles[0].text, loader: 'js' }
    })
  },
}
