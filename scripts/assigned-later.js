import { parseSync } from 'oxc-parser'

/**
 * Those of `names`, declared at the top of a module, that one of its functions assigns: their value changes after the
 * module has run.
 */
export function assignedLater(file, text, names) {
  if (![...text.matchAll(assigned)].some(([, before, after]) => names.has(before ?? after))) return []
  const found = new Set()
  const visit = (node, locals) => {
    if (Array.isArray(node)) for (const one of node) visit(one, locals)
    if (typeof node?.type !== 'string') return
    const target =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : undefined
    const isOwn = target?.type === 'Identifier' && names.has(target.name) && !locals.some((own) => own.has(target.name))
    if (isOwn && locals.length > 0) found.add(target.name)
    const inside = isFunction(node) ? [...locals, namesOf(node)] : locals
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child, inside)
  }
  visit(parseSync(file, text).program.body, [])
  return [...found]
}

/** What looks like a name that is assigned, but for the first of a declaration: reason enough to read the text. */
const assigned =
  /(?<![\w$.]|\b(?:var|let|const) )([\w$]+)(?:(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=(?![=>])|\+\+|--)|(?<=\+\+|--)([\w$]+)/g

const isFunction = ({ type }) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration'

/**
 * The names that a function declares: parameters and what its body declares, in blocks, too, but not in functions
 * inside.
 */
function namesOf({ params, body }) {
  const names = new Set()
  const bind = (pattern) => {
    if (!pattern) return
    if (pattern.type === 'Identifier') names.add(pattern.name)
    bind(pattern.left ?? pattern.argument ?? pattern.value)
    for (const part of [...(pattern.elements ?? []), ...(pattern.properties ?? [])]) bind(part)
  }
  const visit = (node) => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (typeof node?.type !== 'string') return
    if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      bind(node.id)
    if (node.type === 'CatchClause') bind(node.param)
    if (!isFunction(node)) for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  for (const parameter of params) bind(parameter)
  visit(body)
  return names
}
