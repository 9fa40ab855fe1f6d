import { z } from 'zod'
import { exportLinks } from '@quaff/features/affiliates/server'
import { exportMerchants } from '@quaff/features/merchants/server'
import { exportPayouts } from '@quaff/features/payouts/server'
import { apiDocument } from '@quaff/features/read-api/server'
import { exportRedemptions } from '@quaff/features/redemptions/server'
import { exportAuditLog } from '@quaff/features/settings/server'
import { exportSubscriptions } from '@quaff/features/subscriptions/server'
import { exportUsers } from '@quaff/features/users/server'
import { eventTypes } from '@quaff/features/webhooks/event-types-contract'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import { callables } from '../callables'
import { environmentVariables } from '../environment'

type Json = { readonly [name: string]: unknown }

/**
 * Describes what other programs rely on, one fact per line, sorted: `/v1` and ingest, callables, webhook events,
 * environment variables and the headings of CSV exports. A line that ends in `required` is an obligation of the caller.
 */
export async function publicInterface(services: TestServices): Promise<string[]> {
  const lines = [
    ...restLines(apiDocument() as Json),
    ...Object.entries(callables).flatMap(([name, { inputs }]) =>
      inputs.flatMap((input) => callableLines(`callable ${name}`, input)),
    ),
    ...eventTypes.map((type) => `webhook ${type}`),
    ...environmentVariables.map(({ name, needed }) => `environment ${name}${needed ? ' required' : ''}`),
    ...(await exportLines(services)),
  ]
  return [...new Set(lines)].toSorted()
}

function restLines(document: Json): string[] {
  const resolve = (value: unknown): Json => {
    const part = asJson(value)
    const reference = part['$ref']
    if (typeof reference !== 'string') return part
    return resolve(
      reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => asJson(at)[key], document),
    )
  }
  const contentLines = (at: string, value: unknown, asks: boolean) =>
    Object.entries(asJson(resolve(value)['content'])).flatMap(([type, content]) => [
      `${at} ${type}`,
      ...schemaLines(`${at} ${type} `, resolve(asJson(content)['schema']), resolve, asks),
    ])
  return Object.entries(asJson(document['paths'])).flatMap(([path, operations]) =>
    Object.entries(asJson(operations)).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`
      const { parameters = [], requestBody, responses } = asJson(operation)
      return [
        at,
        ...(parameters as unknown[])
          .map(resolve)
          .map(({ name, required }) => `${at} ?${String(name as string)}${required ? ' required' : ''}`),
        ...(requestBody ? contentLines(`${at} body`, requestBody, true) : []),
        ...Object.entries(asJson(responses)).flatMap(([status, response]) => [
          `${at} ${status}`,
          ...(status.startsWith('2') ? contentLines(`${at} ${status}`, response, false) : []),
        ]),
      ]
    }),
  )
}

const callableLines = (at: string, input: z.ZodType) => [
  at,
  ...schemaLines(`${at} `, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json, asJson, true),
]

/** Lists each property with its type. `asks` is true for requests, where required properties matter. */
function schemaLines(at: string, schema: Json, resolve: (value: unknown) => Json, asks: boolean): string[] {
  const variants = [...asList(schema['anyOf']), ...asList(schema['oneOf']), ...asList(schema['allOf'])]
  const required = new Set(asList(schema['required']))
  return [
    ...variants.flatMap((variant) => schemaLines(at, resolve(variant), resolve, asks)),
    ...[schema['type'] ?? []].flat().map((type) => `${at.trimEnd()}: ${String(type as string)}`),
    ...asList(schema['enum']).map((value) => `${at.trimEnd()} = ${String(value)}`),
    ...(schema['items'] ? schemaLines(`${at.trimEnd()}[]`, resolve(schema['items']), resolve, asks) : []),
    ...Object.entries(asJson(schema['properties'])).flatMap(([name, property]) => [
      ...(asks && required.has(name) ? [`${at}.${name} required`] : []),
      ...schemaLines(`${at}.${name}`, resolve(property), resolve, asks),
    ]),
  ]
}

const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

async function exportLines(services: TestServices): Promise<string[]> {
  const ctx = contextAs(services, await asAdmin(services))
  const format = 'csv' as const
  const files = {
    affiliates: await exportLinks(ctx, { format }),
    audit: await exportAuditLog(ctx, { format }),
    merchants: await exportMerchants(ctx, { format }),
    payouts: await exportPayouts(ctx, { format }),
    redemptions: await exportRedemptions(ctx, { format }),
    subscriptions: await exportSubscriptions(ctx, { format }),
    users: await exportUsers(ctx, { format }),
  }
  const headings = await Promise.all(
    Object.entries(files).map(async ([name, { chunks }]) => {
      let text = ''
      for await (const chunk of chunks) text += String(chunk)
      const [line = ''] = text.replace('\uFEFF', '').split('\r\n')
      return line.split(',').map((heading) => `export ${name}: ${heading}`)
    }),
  )
  return headings.flat()
}

/**
 * Returns what callers of `before` can no longer rely on: lines that are gone, new required parts of something that
 * existed, and answers that may now be null. A change that the changelog names in backticks under "### Breaking" is left out.
 */
export function breakingChanges(before: readonly string[], now: readonly string[], changelog: string): string[] {
  const [, breaking = ''] = changelog.split('### Breaking')
  const [section = ''] = breaking.split('\n### ')
  const isAnnounced = (line: string) => section.includes(`\`${line}\``)
  const existing = new Set(before)
  const current = new Set(now)
  /** A required part of something new and optional obliges no caller. */
  const isNewDuty = (line: string) => {
    const parent = line.replace(/[ .?]+[^ .?]+ required$/, '')
    return parent !== line && !existing.has(line) && before.some((known) => isPartOf(parent, known))
  }
  const isNewNull = (line: string) => {
    const [, property] = / 2\d\d .*: null$/.test(line) && !existing.has(line) ? (/^(.*): null$/.exec(line) ?? []) : []
    return property !== undefined && before.some((known) => known.startsWith(`${property}: `))
  }
  return [
    ...before
      .filter((line) => !current.has(line) && !line.endsWith(' required'))
      .map((line) => ['removed', line] as const),
    ...now.filter(isNewDuty).map((line) => ['now required', line] as const),
    ...now.filter(isNewNull).map((line) => ['may now be null', line] as const),
  ].flatMap(([change, line]) => (isAnnounced(line) ? [] : [`${change}: ${line}`]))
}

const isPartOf = (parent: string, line: string) =>
  line === parent || (line.startsWith(parent) && /^[ .:[]/.test(line.slice(parent.length)))
