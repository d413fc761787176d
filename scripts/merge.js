import { basename, dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

/**
 * Makes one chunk out of several that are always loaded together. Splitting gives each set of ways to a module a
 * chunk of its own, and each small file costs half a millisecond of every start. `modules` are the sources whose
 * chunks, with all that they import at once, become `dist/chunks/<name>.js`; `apart` are sources whose chunks stay
 * out of it. What imported the old chunks imports the merged one; those that are loaded on demand remain as doors to
 * it. Changes `outputFiles` in place.
 */
export async function merge({ outputFiles, metafile }, root, { name, modules, apart = [] }) {
  const { outputs } = metafile
  const chunkOf = (source) => {
    const chunk = Object.keys(outputs).find((output) => outputs[output].entryPoint === source)
    // A source that moved would silently leave what it needs in many small files.
    if (!chunk) throw new Error(`${source} is loaded by no import() and is no entry: ${name}.js cannot be made of it`)
    return chunk
  }
  const light = closure(outputs, apart.map(chunkOf))
  const isEntry = (output) => !output.startsWith('dist/chunks/')
  const together = [...closure(outputs, modules.map(chunkOf))].filter(
    (output) => !light.has(output) && !isEntry(output),
  )
  const files = new Map(outputFiles.map((file) => [file.path, file]))
  const names = new Map(
    together.map((output, i) => [output, new Map(outputs[output].exports.map((own) => [own, `m${i}_${own}`]))]),
  )
  const renamed = (output, list) =>
    list
      .split(',')
      .map((one) => rename(one, names.get(output)))
      .join(',')

  const lines = together.map(
    (output) => `export{${[...names.get(output)].map(([own, as]) => `${own} as ${as}`)}}from"./${output}"`,
  )
  const text = (output) => files.get(join(root, output)).text
  const result = await build({
    ...options,
    stdin: { contents: lines.join('\n'), resolveDir: root },
    plugins: [inMemory(root, new Set(together), text)],
  })
  outputFiles.push({
    path: join(root, 'dist', 'chunks', `${name}.js`),
    contents: result.outputFiles[0].contents,
    text: result.outputFiles[0].text,
  })

  for (const file of [...outputFiles].filter(({ path }) => path.endsWith('.js') && !path.endsWith(`/${name}.js`))) {
    const output = relative(root, file.path)
    const door =
      names.has(output) && `export{${[...names.get(output)].map(([own, as]) => `${as} as ${own}`)}}from"./${name}.js";`
    const changed =
      door ||
      file.text.replace(imports, (whole, kind, list, folder, chunk) => {
        const from = `dist/chunks/${chunk}`
        if (!names.has(from)) return whole
        return list === undefined
          ? `${kind}"${folder}${name}.js"`
          : `${kind}{${renamed(from, list)}}from"${folder}${name}.js"`
      })
    if (changed !== file.text)
      outputFiles[outputFiles.indexOf(file)] = { path: file.path, contents: Buffer.from(changed), text: changed }
  }
}

const options = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
}

/** Imports as esbuild writes them; without names where only the order of loading counts. */
const imports = /\b(import|export)(?:\s*\{([^}]*)\}\s*from)?\s*"(\.\/(?:chunks\/)?)([\w.-]+\.js)"/g

/** `a as b` of the old chunk as a name of the merged one. */
function rename(one, own) {
  const [name, as = name] = one.trim().split(/\s+as\s+/)
  return `${own.get(name)} as ${as}`
}

/**
 * The chunks that loading `start` loads at once: what it imports, and what that imports, but not what is loaded on
 * demand.
 */
function closure(outputs, start) {
  const seen = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const { path, kind, external } of outputs[name].imports)
      if (kind === 'import-statement' && !external) visit(path)
  }
  start.forEach(visit)
  return seen
}

/** Reads chunks from memory; whatever is not merged stays an import of its file. */
function inMemory(root, together, textOf) {
  return {
    name: 'chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        const chunk = path.startsWith('.') ? join(dirname(importer), path) : path
        if (kind !== 'dynamic-import' && together.has(chunk)) return { path: chunk, namespace: 'chunk' }
        return { path: chunk.startsWith('dist/chunks/') ? `./${basename(chunk)}` : path, external: true }
      })
      onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: textOf(path),
        loader: 'js',
        resolveDir: root,
      }))
    },
  }
}
