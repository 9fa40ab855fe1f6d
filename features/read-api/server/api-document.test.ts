import { describe, expect, it } from 'vitest'
import { keyScopes } from '@quaff/features/api-keys/contract'
import {
  redemptionEventSchema,
  refundEventSchema,
  subscriptionEventSchema,
  userEventSchema,
} from '@quaff/features/ingest/contract'
import { decideInput, decisionSchema } from '@quaff/features/promotions/redemption-check-contract'
import { resources, resourceSchemas, scopeOf } from '../contract'
import { apiDocument } from './api-document'
import { examples } from './examples'
import { listParameters, recordParameters } from './read-resource'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  parameters: { name?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { example: Json }> }
  responses: Record<string, Json & { content?: Record<string, { example?: Json }> }>
}
const document = apiDocument() as {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
)

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (name === '$ref' ? [String(part)] : referencesIn(part)))
}

describe('the OpenAPI document', () => {
  it('has no dangling references', () => {
    const found = referencesIn(document)
    expect(found.length).toBeGreaterThan(100)
    for (const reference of found) {
      const [, , kind = '', name = ''] = reference.split('/')
      expect(document.components[kind]?.[name], reference).toBeDefined()
    }
  })

  it('names each operation once, and uses each scope of a key', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const text = JSON.stringify(document)
    for (const scope of keyScopes) expect(text, scope).toContain(`Needs ${scope}.`)
    for (const resource of resources) expect(keyScopes).toContain(scopeOf[resource])
  })

  it('lists exactly the parameters that the server reads', () => {
    const namesOf = (operation: Operation | undefined) =>
      operation?.parameters
        .map(({ name, $ref }) => name ?? $ref?.split('/').at(-1))
        .filter((name) => name !== 'ifNoneMatch' && name !== 'id')
    for (const resource of resources) {
      expect(namesOf(document.paths[`/v1/${resource}`]?.['get'])).toEqual(listParameters(resource))
      expect(namesOf(document.paths[`/v1/${resource}/{id}`]?.['get'])).toEqual(recordParameters(resource))
    }
  })

  it('has a valid example of every response and request body', () => {
    for (const resource of resources)
      expect(resourceSchemas[resource].strict().parse(examples[resource])).toEqual(examples[resource])
    for (const [name, { requestBody, responses }] of operations) {
      expect(responses['200']?.content?.['application/json']?.example, name).toBeDefined()
      if (name.startsWith('post')) expect(requestBody?.content['application/json']?.example, name).toBeDefined()
    }
    const sent = (path: string) => document.paths[path]?.['post']?.requestBody?.content['application/json']?.example
    const event = (path: string) => (sent(path)?.['events'] as unknown[] | undefined)?.[0]
    expect(userEventSchema.safeParse(event('/ingest/users')).error).toBeUndefined()
    expect(subscriptionEventSchema.safeParse(event('/ingest/subscriptions')).error).toBeUndefined()
    expect(redemptionEventSchema.safeParse(event('/ingest/redemptions')).error).toBeUndefined()
    expect(refundEventSchema.safeParse(event('/ingest/refunds')).error).toBeUndefined()
    expect(decideInput.safeParse(sent('/v1/redemptions')).error).toBeUndefined()
    const decided = document.paths['/v1/redemptions']?.['post']?.responses['200']?.content?.['application/json']
    expect(decisionSchema.safeParse(decided?.example).error).toBeUndefined()
  })
})
