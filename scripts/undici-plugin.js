// Leaves out of undici's client, which asks through proxies, what `src/std/net` never uses (esbuild plugin, used by
// scripts/build.js and the bench). Measured with Node 24, a whole request from the bundle: 68 ms CPU as it comes, 52
// ms with what is done here.

/**
 * HTTP/2 (`allowH2: false`), bodies that are forms or streams (ours are bytes), and a second parser that is off by
 * default.
 */
const unused = {
  'client.js': ['./client-h2.js'],
  'client-h1.js': ['../web/fetch/body.js'],
  'request.js': ['../web/fetch/formdata', '../web/webidl'],
  'parser-h1.js': ['../milo/simd.js', '../milo/no-simd.js'],
}

export default {
  name: 'undici',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
      const [file] = /[^/\\]+$/.exec(importer) ?? []
      const inUndici = /[/\\]undici[/\\]lib[/\\]/.test(importer)
      return inUndici && unused[file]?.includes(path) ? { path, namespace: 'unused' } : undefined
    })
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '', loader: 'js' }))
  },
}
