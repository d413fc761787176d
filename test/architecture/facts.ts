import { parseSync } from 'oxc-parser'

/** What the rules of the house need to know about one source file. Every list is in source order. */
export interface Facts {
  /** Specifiers of imports, type-only ones, re-exports, `import('x')` (value or type) and `require('x')` included. */
  imports: string[]
  /** Members of `process` that are read (`process.env` → `env`); `''` where the object itself is passed on. */
  process: string[]
  /** Other reaches for what should be an argument: `Date.now`, `new Date()`, `Math.random`, `console`. */
  ambient: string[]
  /** Calls that replace a module in tests: `vi.mock` and its sisters. */
  mocks: string[]
  /** Exported functions without a doc comment right above. */
  undocumented: string[]
  /** Exported interfaces, type aliases and classes that are declared here. */
  types: string[]
  /** Functions with a body, by the name of what holds them, with their lines of code. */
  functions: { name: string; lines: number }[]
  /** Lines of code: blank ones and those of comments alone are not counted, so that nobody saves on comments. */
  lines: number
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Every node below `node` with the chain that leads to it, nearest parent first. */
function* walk(node: Node, parent?: Node): Generator<[Node, Node | undefined]> {
  yield [node, parent]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child, node)
  }
}

const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
const named = (node: unknown, name: string): boolean => isNode(node) && node.type === 'Identifier' && node.name === name

/** `object.member` as text, for members that are written out. */
function path(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression') return undefined
  const member = node.computed ? literal(node.property) : path(node.property)
  const object = path(node.object)
  return object && member ? `${object}.${member}` : undefined
}

function imported(node: Node): string | undefined {
  if (node.type === 'CallExpression') {
    const how = path(node.callee)
    const asks = how === 'require' || how === 'process.getBuiltinModule'
    return asks ? literal((node.arguments as unknown[])[0]) : undefined
  }
  const kinds = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ]
  return kinds.includes(node.type) ? literal(node.source) : undefined
}

/** True where an identifier is only a name: a property, a key, a label, a binding of its own. */
function isOnlyAName(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false
  const bare = !parent.computed && (parent.property === node || (parent.key === node && parent.value !== node))
  return (
    bare || parent.type.startsWith('TS') || ['ImportSpecifier', 'ExportSpecifier', 'JSXAttribute'].includes(parent.type)
  )
}

function processMember(node: Node, parent: Node | undefined): string | undefined {
  if (!named(node, 'process') || isOnlyAName(node, parent)) {
    return path(node) === 'globalThis.process' ? '' : undefined
  }
  return parent?.type === 'MemberExpression' && parent.object === node ? path(parent)?.slice('process.'.length) : ''
}

function ambient(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'NewExpression' && named(node.callee, 'Date') && (node.arguments as unknown[]).length === 0)
    return 'new Date()'
  if (named(node, 'console') && !isOnlyAName(node, parent)) return 'console'
  const called = node.type === 'CallExpression' ? path(node.callee) : undefined
  return called === 'Date.now' || called === 'Math.random' ? called : undefined
}

function mock(node: Node): string | undefined {
  const called = node.type === 'CallExpression' ? path(node.callee) : undefined
  return called !== undefined && ['vi.mock', 'vi.doMock', 'vi.importMock', 'jest.mock'].includes(called)
    ? called
    : undefined
}

const functions = ['FunctionDeclaration', 'ArrowFunctionExpression', 'FunctionExpression', 'TSDeclareFunction']
const isFunction = (node: unknown): boolean => isNode(node) && functions.includes(node.type)

/** Names of the functions that an export statement declares. */
function exportedFunctions(statement: Node): string[] {
  const declared = statement.declaration
  if (!isNode(declared) || !statement.type.startsWith('Export')) return []
  if (isFunction(declared)) return [isNode(declared.id) ? String(declared.id.name) : 'default']
  const variables = Array.isArray(declared.declarations) ? (declared.declarations as Node[]) : []
  return variables.filter((variable) => isFunction(variable.init)).map((variable) => String((variable.id as Node).name))
}

/** Exported functions without `/** … *\/` above; of an overloaded one, the first signature counts. */
function undocumented(
  body: Node[],
  comments: { value: string; end: number; type: string }[],
  source: string,
): string[] {
  const seen = new Set<string>()
  const bare: string[] = []
  for (const statement of body) {
    const names = exportedFunctions(statement).filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    const documented = comments.some(
      (comment) =>
        comment.type === 'Block' &&
        comment.value.startsWith('*') &&
        comment.end <= statement.start &&
        source.slice(comment.end, statement.start).trim() === '',
    )
    if (!documented) bare.push(...names)
  }
  return bare
}

const typeDeclarations = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']

/** The name of a type that an export statement declares. */
function exportedType(node: Node): string | undefined {
  const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined
  return isNode(declared) && typeDeclarations.includes(declared.type) && isNode(declared.id)
    ? String(declared.id.name)
    : undefined
}

/** The name of a function that nothing holds: a callback. */
export const unnamed = 'a function'

/** A function with a body, named by itself or by the variable, property or method that holds it. */
function bodyOf(node: Node, parent: Node | undefined, code: string): { name: string; lines: number } | undefined {
  if (!isFunction(node) || !isNode(node.body)) return undefined
  const named = [node.id, parent?.key, parent?.id].find(isNode)
  return { name: String(named?.name ?? unnamed), lines: countLines(code.slice(node.start, Number(node.end))) }
}

const countLines = (code: string) => code.split('\n').filter((line) => line.trim() !== '').length

/** `source` with blanks in place of its comments: every offset stays. */
function blankComments(source: string, comments: readonly { start: number; end: number }[]): string {
  let code = source
  for (const { start, end } of comments) {
    const blank = source.slice(start, end).replaceAll(/[^\n]/g, ' ')
    code = code.slice(0, start) + blank + code.slice(end)
  }
  return code
}

/** Reads one TypeScript file. Throws on a syntax error: a file that cannot be read cannot be judged. */
export function factsOf(file: string, source: string): Facts {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((error) => error.message).join('; ')}`)
  const nodes = [...walk(program as unknown as Node)]
  const code = blankComments(source, comments)
  const all = (pick: (node: Node, parent: Node | undefined) => string | undefined) =>
    nodes.map(([node, parent]) => pick(node, parent)).filter((found) => found !== undefined)
  return {
    imports: all(imported),
    process: all(processMember),
    ambient: all(ambient),
    mocks: all(mock),
    undocumented: undocumented(program.body as unknown as Node[], comments, source),
    types: all(exportedType),
    functions: nodes.flatMap(([node, parent]) => bodyOf(node, parent, code) ?? []),
    lines: countLines(code),
  }
}
