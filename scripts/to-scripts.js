import { createHash } from 'node:crypto'
import { isBuiltin } from 'node:module'
import { basename } from 'node:path'
import { Script } from 'node:vm'
import { parseSync } from 'oxc-parser'
import { assignedLater } from './assigned-later.js'
import { atOnce } from './at-first-use.js'

// V8 keeps what it has compiled of a script with all functions that ran; of an ES module it keeps only what was
// compiled before anything ran, and every start compiles the functions that it uses anew (a fifth of a one-shot's
// CPU). So chunks become scripts (CommonJS, which Node loads by itself, too), and bin/load.js keeps what they have
// compiled.

/**
 * Makes the text of a script out of that of a chunk, in which esbuild has written every import and export as a
 * statement of its own. What is exported is taken once, when the chunk has run: the build fails where it could change
 * later. A chunk that awaits at its top exports a promise of its exports, which whoever loads it by `import()` waits
 * for.
 */
export function toScript(name, text) {
  const { edits, exported, module } = read(name, text)
  for (const { start, end } of module.importMetas) {
    const [asked = ''] = /^\.\w+/.exec(text.slice(end)) ?? []
    if (!metas[asked]) throw new Error(`${name} asks for import.meta${asked}, which a script does not have`)
    edits.push([start, end + asked.length, metas[asked]])
  }
  const body = edited(text, edits).replace(ownRequire, (_, declared) =>
    declared === 'require' ? '__none=0' : `${declared}=require`,
  )
  const door = doorOf(module, body, exported)
  if (door) {
    for (const one of taken) if (one.startsWith(`${basename(name)} `)) taken.delete(one)
    return door
  }
  const url = body.includes('__url') ? 'const __url=require("node:url").pathToFileURL(__filename).href;' : ''
  const later = assignedLater(name, text, new Set(exported.map(([, of]) => of)))
  // Read whenever somebody asks; whoever takes it once, when it loads, would keep what it was then.
  for (const [as, of] of exported) if (later.includes(of)) changing.add(`${basename(name)}:${as}`)
  const own = ([as, of]) => (later.includes(of) ? `get ${as}(){return ${of}}` : pair(as, of))
  const exports = `{${exported.map(own)}}`
  const script = `"use strict";${url}${body}\nmodule.exports=${exports};\n`
  const waiting = `"use strict";${url}module.exports=(async()=>{${body}\nreturn${exports}})();\n`
  const wrong = refused(script)
  if (wrong && refused(waiting)) throw new Error(`${name} is no script: ${wrong}`)
  return inAscii(wrong ? waiting : script)
}

/**
 * The same in ASCII, of which V8 keeps one byte for a character and not two. Only regular expressions still hold
 * other characters; where the text of a template counts as it is written (`String.raw`), all stays.
 */
function inAscii(text) {
  if (/\braw`[^`]*[^\0-\x7f]/.test(text)) return text
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * A chunk that only hands on what others export, as those behind an `import()` do: it is asked of them whenever it is
 * needed.
 */
function doorOf({ staticImports }, body, exported) {
  if (!/^(?:\s|const ?__none=0;|const ?\{[^}]*\}=require\("[^"]*"\);|require\("[^"]*"\);|;)*$/.test(body))
    return undefined
  const origin = new Map(
    staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName, localName }) => [
        localName.value,
        `require("${moduleRequest.value}").${importName.name}`,
      ]),
    ),
  )
  const paths = new Set(staticImports.map(({ moduleRequest }) => moduleRequest.value))
  const getters = exported.map(([as, of]) => `get ${as}(){return ${origin.get(of) ?? of}}`)
  return `"use strict";${[...paths].map((path) => `require("${path}");`).join('')}module.exports={${getters}};\n`
}

/** An entry stays the module that it is, and loads its chunks as scripts. */
export function toEntry(name, text) {
  const { edits, module } = read(name, text, (path) => path.startsWith('.'))
  const kept = exportsOf(text, module)
  for (const { start, end, from, entries } of kept) {
    const statement = from?.startsWith('.') ? ownOf(from, entries) : text.slice(start, end)
    edits.splice(
      edits.findIndex(([at]) => at === start),
      1,
      [start, end, statement],
    )
  }
  return edited(text, edits)
}

function ownOf(from, entries) {
  const taken = entries.map(({ of }, at) => `${of}:__own${at}`)
  return `const{${taken}}=require("${from}");export{${entries.map(({ as }, at) => `__own${at} as ${as}`)}}`
}

/** What of `import.meta` is used: where a file lies, and Ink's question whether its developer tools are installed. */
const metas = { '.url': '__url', '.resolve': 'require.resolve' }

/** Tells one build from another: what was compiled of one must never be run with another. */
export const buildOf = (texts) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)

/** The banner of scripts/bundle.js, wherever merging has put it and whatever name it got there. */
const ownRequire =
  /\b(require\d*)=n=>process\.getBuiltinModule\(n\)\?\?process\.getBuiltinModule\("module"\)\.createRequire\(__url\)\(n\)/g

/**
 * Imports, static and dynamic, as edits to `require`; what is exported, by the name outside and the expression
 * inside.
 */
function read(name, text, takes = () => true) {
  const { module, errors } = parseSync(name, text)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
  const [edits, seen] = [[], new Set()]
  for (const { start, end, moduleRequest, entries } of module.staticImports) {
    if (takes(moduleRequest.value)) {
      // Merging leaves an import for each module that was merged; one is enough to load it.
      const isFirst = !seen.has(moduleRequest.value)
      seen.add(moduleRequest.value)
      const line =
        entries.length > 0 ? imported(moduleRequest.value, entries) : isFirst && `require("${moduleRequest.value}")`
      edits.push([start, end, line ? `${line};` : ''])
      for (const { importName } of entries)
        taken.add(`${basename(name)} ${basename(moduleRequest.value)}:${importName.name}`)
    }
  }
  for (const { start, end, moduleRequest } of module.dynamicImports) {
    const path = /^"([^"]*)"$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1] ?? ''
    if (text.endsWith(atOnce, start)) edits.push([start - atOnce.length, end + 1, `require("${path}")`])
    else if (takes(path) && (path.startsWith('.') || isBuiltin(path))) edits.push([start, end, loaded(path)])
  }
  const exported = []
  for (const { start, end, entries, from, isDefault } of exportsOf(text, module)) {
    if (isDefault) {
      exported.push(['default', '__default'])
      edits.push([start, start + 'export default'.length, 'const __default='])
    } else if (from === undefined || takes(from)) {
      for (const { as, of } of entries) exported.push([as, from === undefined ? of : `require("${from}").${of}`])
      edits.push([start, end, from === undefined ? '' : `require("${from}");`])
    }
  }
  return { edits, exported, module }
}

/** What the chunk of a name exports and assigns later, and what chunks take from each other when they load. */
const changing = new Set()
const taken = new Set()

/** Throws where a chunk takes, when it loads, what another one assigns later. */
export function requireSettled() {
  const wrong = [...taken].filter((one) => changing.has(one.split(' ')[1]))
  if (wrong.length > 0) throw new Error(`chunks would keep what these were at first: ${wrong.join(', ')}`)
}

/** The export statements. The parser tells of an imported name that is exported as if it were exported from there. */
function exportsOf(text, { staticExports }) {
  const statements = new Map()
  for (const { start, end, entries } of staticExports) {
    for (const entry of entries) {
      const isDefault = entry.exportName.kind === 'Default' && entry.localName.kind === 'None' && !entry.moduleRequest
      const at = isDefault ? start : text.lastIndexOf('export{', entry.start)
      const from = at === start ? entry.moduleRequest?.value : undefined
      const statement = statements.get(at) ?? {
        start: at,
        end: at === start ? end : text.indexOf('}', at) + 1,
        from,
        isDefault,
        entries: [],
      }
      statements.set(at, statement)
      const [of, as = of] = text.slice(entry.start, entry.end).split(/\s+as\s+/)
      statement.entries.push({ of, as })
    }
  }
  return [...statements.values()]
}

const pair = (name, value) => (name === value ? name : `${name}:${value}`)

function imported(path, entries) {
  const whole = entries.filter(
    ({ importName }) => importName.kind !== 'Name' || (isBuiltin(path) && importName.name === 'default'),
  )
  const named = entries.filter((entry) => !whole.includes(entry))
  const lines = whole.map(({ localName }) => `const ${localName.value}=require("${path}")`)
  if (named.length > 0)
    lines.push(
      `const{${named.map(({ importName, localName }) => pair(importName.name, localName.value))}}=require("${path}")`,
    )
  return lines.join(';')
}

/** What `import()` gives, a builtin with its default. */
function loaded(path) {
  if (!isBuiltin(path)) return `Promise.resolve().then(()=>require("${path}"))`
  return `Promise.resolve(require("${path}")).then(of=>({__proto__:of,default:of}))`
}

function edited(text, edits) {
  let [done, at] = ['', 0]
  for (const [start, end, by] of edits.toSorted(([a], [b]) => a - b)) {
    done += text.slice(at, start) + by
    at = end
  }
  return done + text.slice(at)
}

/** Why V8 does not take it. */
function refused(text) {
  try {
    new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`)
    return undefined
  } catch ({ message }) {
    return message
  }
}
