import * as z from 'zod/mini'
import { placesOf } from '../../core/service/template.ts'
import { serviceMessages } from '../../messages/engine/service.ts'
import type { Language } from '../../messages/language.ts'
import { closestMatch } from '../../std/text/closest-match.ts'
import { stepProblems } from './check-steps.ts'
import { keyHere, valueHere } from './known-elsewhere.ts'
import { type ServiceFile, serviceFile, slotFile, stepFile } from './schema.ts'

type Say = (typeof serviceMessages)['ko']['declared']['problems']
type Issue = z.core.$ZodIssue
type JsonPath = readonly PropertyKey[]

/** A declaration, or what is wrong with it, as lines like `slots.date.type: …`. */
export function parseService(value: unknown, language: Language): ServiceFile | string[] {
  const say = serviceMessages[language].declared.problems
  const result = z.safeParse(serviceFile, value)
  if (!result.success) return result.error.issues.flatMap((issue) => linesOf(issue, value, say))
  const more = [...strangePlaces(result.data, say), ...stepProblems(result.data, say)]
  return more.length > 0 ? more : result.data
}

const problemLine = (path: JsonPath, what: string) => `${path.join('.') || 'service.json'}: ${what}`

function linesOf(issue: Issue, value: unknown, say: Say): string[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      problemLine([...path, key], say.unknown(key, closestMatch(key, keysAt(path)) ?? keyHere(key))),
    )
  if (valueUnder(value, path) === undefined) return [problemLine(path, say.missing)]
  return [problemLine(path, sentenceOf(issue, valueUnder(value, path), say))]
}

function sentenceOf(issue: Issue, given: unknown, say: Say): string {
  switch (issue.code) {
    case 'invalid_type':
      return say.type(say.types[issue.expected as keyof Say['types']] ?? issue.expected)
    case 'invalid_value':
      return say.oneOf(issue.values.join(', '), valueHere(given, issue.values.map(String)))
    case 'invalid_format':
    case 'invalid_key':
      return say.form(
        issue.path[0] === 'version'
          ? '1.0.0'
          : issue.code === 'invalid_key'
            ? 'party_size'
            : issue.path.at(-1) === 'stage'
              ? 'REVIEW'
              : 'my-service',
      )
    case 'too_small':
      return say.least(Number(issue.minimum))
    case 'too_big':
      return say.most(Number(issue.maximum))
    case 'invalid_union':
      return say.text
    default:
      return issue.message
  }
}

const valueUnder = (value: unknown, path: JsonPath) =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)

/** The keys that a declaration may have at a place. */
function keysAt([first, , third]: JsonPath): string[] {
  if (first === undefined) return Object.keys(serviceFile.shape)
  if (first === 'slots') return Object.keys(slotFile.shape)
  return Object.keys(third === 'card' ? stepFile.shape.card._zod.def.innerType.shape : stepFile.shape)
}

/** Places in sentences that nothing fills: a typing error there would leave a hole in what people are asked. */
function strangePlaces({ slots = {}, steps = {}, confirm, done, cancelled, failed }: ServiceFile, say: Say): string[] {
  const known = [...Object.keys(slots), ...Object.keys(steps)]
  const own = Object.entries(steps).map(([name, { say: text }]) => [`steps.${name}.say`, text] as const)
  return [...Object.entries({ confirm, done, cancelled, failed }), ...own].flatMap(([key, text]) => {
    const all = text === undefined ? [] : typeof text === 'string' ? [text] : [text.ko, text.en]
    const strange = new Set(all.flatMap(placesOf).filter((name) => !known.includes(name.split('.')[0] ?? '')))
    return [...strange].map((name) => problemLine([key], say.noSlot(name)))
  })
}
