import { expect, test } from 'vitest'
import { openapi } from '../../../src/ui/http/openapi.ts'

interface Operation {
  operationId?: string
  summary?: string
  parameters?: { name: string; in: string }[]
  responses: Record<string, object>
}
const paths = openapi.paths as unknown as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

test('each operation has a name of its own, from which clients are generated', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toEqual([...new Set(names)])
  expect(names.every((name) => /^[a-z][A-Za-z]+$/.test(name ?? ''))).toBe(true)
  expect(openapi.servers).toMatchObject([{ url: '/' }])
})

test('what a description refers to stands in it, and what a path names is a parameter', () => {
  const schemas = (openapi.components as { schemas: object }).schemas
  const named = [...JSON.stringify(openapi).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(named)].filter((name) => !Object.hasOwn(schemas, name ?? ''))).toEqual([])
  for (const { path, parameters = [] } of operations)
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    )
})

test('whoever can only GET has all fields of a request', () => {
  const schemas = (openapi.components as unknown as { schemas: { Request: { properties: object } } }).schemas
  const query = paths['/v1/agent/chat/stream']?.get?.parameters?.map(({ name }) => name)
  expect(query?.sort()).toEqual(Object.keys(schemas.Request.properties).sort())
})
