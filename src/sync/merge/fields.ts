/**
 * Time of a decision: a count that passes every count its device had seen, then the device's name. No clock has a part
 * in it.
 */
export interface Stamp {
  count: number
  device: string
}

/** One setting: what it says (undefined: it was removed), since when, and what its writer had before their eyes. */
export interface SharedField {
  value: unknown
  at: Stamp
  over: Stamp | undefined
}

/** The settings of one file as all devices know them; the newest of each counts. */
export interface Fields {
  known: Map<string, SharedField>
  /** Values in this device's file when it was last read or written. */
  shown: ReadonlyMap<string, unknown>
}

export type FieldsChange = ReadonlyMap<string, SharedField>

/** A setting that two devices changed without knowing of each other: what counts, and what does not any more. */
export interface Overruled {
  key: string
  value: unknown
  instead: unknown
}

/** Of a file that nobody has told of. */
export const noFields = (): Fields => ({ known: new Map(), shown: new Map() })

/** Above it a count could not be passed. */
const mostCount = 2 ** 50
/** True if a value that was read may be a count. */
export const isCount = (count: unknown): count is number =>
  Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) < mostCount

/** Below 0: `a` is older. */
const compareStamps = (a: Stamp | undefined, b: Stamp | undefined): number =>
  a === undefined || b === undefined
    ? (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1)
    : a.count - b.count || (a.device < b.device ? -1 : a.device > b.device ? 1 : 0)

/** Below 0: `b` counts. Who knew nothing of a setting yields to everybody who changed what was there. */
const compareFields = (a: SharedField | undefined, b: SharedField): number =>
  (a === undefined ? -1 : Number(a.over !== undefined) - Number(b.over !== undefined)) ||
  compareStamps(a?.at, b.at) ||
  // A number that was given anew is higher; of what two copies of one device decided at once all others choose alike.
  jsonOf(a?.value).length - jsonOf(b.value).length ||
  compareText(jsonOf(a?.value), jsonOf(b.value))

/** True for the same thing under another number: two devices had given theirs the same. */
const isRenumbered = (a: unknown, b: unknown): boolean =>
  isPlain(a) && isPlain(b) && 'id' in a && 'id' in b && equalAsJson({ ...a, id: '' }, { ...b, id: '' })

/**
 * Takes in what another device decided. Changes `fields`. Returns the decisions that were made without knowing of
 * each other, or undefined where nothing was new.
 */
export function joinFields(fields: Fields, change: FieldsChange): Overruled[] | undefined {
  const overruled: Overruled[] = []
  let isNew = false
  for (const [key, field] of change) {
    const known = fields.known.get(key)
    const order = compareFields(known, field)
    if (order === 0) continue
    const [newer, older] = order < 0 ? [field, known] : [known, field]
    const isUnseen = older !== undefined && newer !== undefined && compareStamps(newer.over, older.at) < 0
    const isSame = isUnseen && (equalAsJson(newer.value, older.value) || isRenumbered(newer.value, older.value))
    if (isUnseen && !isSame && !key.endsWith('/createdAt'))
      overruled.push({ key, value: newer.value, instead: older.value })
    if (order > 0) continue
    fields.known.set(key, field)
    isNew = true
  }
  return isNew || overruled.length > 0 ? overruled : undefined
}

/**
 * Take in what was changed in the file since it was last shown. Changes `fields`, and returns what other devices have
 * to know.
 */
export function editFields(fields: Fields, now: ReadonlyMap<string, unknown>, at: Stamp): FieldsChange {
  const change = new Map<string, SharedField>()
  for (const key of new Set([...now.keys(), ...fields.shown.keys()])) {
    const value = now.get(key)
    if (equalAsJson(value, fields.shown.get(key)) && (now.has(key) || !fields.shown.has(key))) continue
    const known = fields.known.get(key)
    // Another device has decided the same, and this file was not written yet.
    if (known && equalAsJson(known.value, value)) continue
    // A new number is no decision: it overrules nothing that somebody decided meanwhile.
    const field = known && isRenumbered(known.value, value) ? { ...known, value } : { value, at, over: known?.at }
    if (compareFields(known, field) < 0) change.set(key, field)
  }
  for (const [key, field] of change) fields.known.set(key, field)
  fields.shown = new Map(now)
  return change
}

/**
 * Decides a setting once more as it is: who knew of a contradiction sees it settled. Changes `fields`, and returns
 * what others have to know.
 */
export function restateField(fields: Fields, key: string, at: Stamp): FieldsChange {
  const known = fields.known.get(key)
  if (!known) return new Map()
  const field = { ...known, at, over: known.at }
  fields.known.set(key, field)
  return new Map([[key, field]])
}

/** Values that the file is to show. */
export function fieldValues({ known }: Pick<Fields, 'known'>): Map<string, unknown> {
  const there = [...known].filter(([, { value }]) => value !== undefined)
  return new Map(there.map(([key, { value }]) => [key, value]))
}

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? ''
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const equalAsJson = (a: unknown, b: unknown): boolean => jsonOf(a) === jsonOf(b)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Lists whose members have an `id` of their own, and sets of texts, are taken apart like objects: two devices may add
 * one each.
 */
const membersOf = (list: readonly unknown[], sets: boolean): Map<string, unknown> | undefined => {
  const ids = list.map((one) => (isPlain(one) ? one.id : sets ? one : undefined))
  if (ids.length === 0 || ids.some((id) => typeof id !== 'string') || new Set(ids).size < ids.length) return undefined
  return new Map(list.map((one, i) => [String(ids[i]), one]))
}

/** Deeper than anything that this program writes: what is deeper would end whoever goes down into it. */
const mostLevels = 64

/** True if a value from elsewhere can be gone through. */
export const isShallow = (value: unknown, levels = mostLevels): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)))

/** The same of the path of a setting. */
export const isPath = (key: string): boolean =>
  key.startsWith('/') && key.length <= 4_000 && key.split('/').length <= mostLevels

/**
 * The settings of a JSON object by their path (RFC 6901; a list whose members have ids is marked by `*`). `sets`:
 * lists of texts are sets.
 */
export function flattenSettings(value: unknown, sets = false, path = ''): Map<string, unknown> {
  const members = Array.isArray(value) ? membersOf(value, sets) : undefined
  const parts =
    members ?? (isPlain(value) && (path === '' || Object.keys(value).length > 0) ? Object.entries(value) : undefined)
  if (!parts) return new Map([[path, value]])
  const flat = new Map<string, unknown>()
  for (const [name, part] of parts)
    for (const [key, leaf] of flattenSettings(part, sets, `${path}/${members ? '*' : ''}${escapeName(name)}`))
      flat.set(key, leaf)
  return flat
}

/** The JSON object that has these settings, the same for the same settings. */
export function unflattenSettings(flat: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const root: Tree = { parts: new Map() }
  for (const [key, leaf] of [...flat].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let tree = root
    for (const name of key.split('/').slice(1)) {
      const next = tree.parts.get(name) ?? { parts: new Map() }
      tree.parts.set(name, next)
      tree = next
    }
    tree.leaf = { value: leaf }
  }
  const built = buildTree(root)
  return isPlain(built) ? built : {}
}

interface Tree {
  parts: Map<string, Tree>
  leaf?: { value: unknown }
}

/** An object of one device counts more than a value of another. */
function buildTree({ parts, leaf }: Tree): unknown {
  if (parts.size === 0) return leaf?.value
  const names = [...parts.keys()]
  if (names.every((name) => name.startsWith('*'))) return [...parts.values()].map(buildTree)
  const own = names.filter((name) => !name.startsWith('*'))
  return Object.fromEntries(own.map((name) => [unescapeName(name), buildTree(parts.get(name) ?? { parts: new Map() })]))
}

const escapeName = (name: string) => name.replace(/~/g, '~0').replace(/\//g, '~1').replace(/^\*/, '~2')
/** A part of a path as it was before `flatten`. */
export const unescapeName = (name: string) => name.replace(/~2/g, '*').replace(/~1/g, '/').replace(/~0/g, '~')
