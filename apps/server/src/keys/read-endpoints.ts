import type { Context as HonoContext, Hono } from 'hono'
import { createHash } from 'node:crypto'
import { resources, scopeOf, type Resource } from '@quaff/features/read-api/contract'
import { readRefusals } from '@quaff/features/read-api/refusals'
import { asCsv, withFields } from '@quaff/features/read-api/rules'
import { listParameters, readList, readQuestion, readRecord, recordParameters } from '@quaff/features/read-api/server'
import { findReader, type KeyActor, refuse, type Services } from '@quaff/platform/server'
import { mountKeyDocs } from '../api/api-docs'
import type { Env } from '../edge/env'
import { withKey } from './with-key'

/** Read endpoints for programs and spreadsheets with an API key. Unsigned, because there is no body. */
export function mountReadEndpoints(app: Hono<Env>, services: Services): void {
  mountKeyDocs(app)
  app.get('/v1/:resource', (c) => read(c, services, resourceOf(c), list))
  app.get('/v1/:resource/:id', (c) => read(c, services, resourceOf(c), record))
  app.all('/v1/*', () => {
    throw refuse(readRefusals, 'READ_PATH')
  })
}

function resourceOf(c: HonoContext<Env>): Resource {
  const resource = resources.find((one) => one === c.req.param('resource'))
  if (!resource) throw refuse(readRefusals, 'READ_PATH')
  return resource
}

type Answer = { body: string; type: string; next?: string | null }
type Reading = (c: HonoContext<Env>, services: Services, key: KeyActor, resource: Resource) => Promise<Answer>

const read = (c: HonoContext<Env>, services: Services, resource: Resource, reading: Reading) =>
  withKey(c, services, { scope: scopeOf[resource], cacheControl: 'private, no-cache' }, async ({ actor }) => {
    // The key and its rate limit were read from the primary.
    const { body, type, next } = await reading(c, { ...services, db: await findReader(services) }, actor, resource)
    const etag = `"${createHash('sha256').update(type).update(body).digest('base64url').slice(0, 22)}"`
    const headers = new Headers({ etag, vary: 'Accept, Authorization' })
    if (next) headers.set('link', `<${next}>; rel="next"`)
    if (isKnown(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    headers.set('content-type', type)
    return new Response(body, { headers })
  })

const json = 'application/json; charset=utf-8'
const csv = 'text/csv; charset=utf-8'

const list: Reading = async (c, services, key, resource) => {
  const address = new URL(c.req.url)
  const question = readQuestion(resource, address.searchParams, listParameters(resource))
  const { rows, nextCursor } = await readList(services, key, resource, question)
  const data = rows.map((row) => withFields(row, question.fields))
  const next = nextCursor === null ? null : nextAddress(address, nextCursor)
  const format = question.format ?? (wantsCsv(c.req.header('accept')) ? 'csv' : 'json')
  if (format === 'csv') return { body: asCsv(resource, question.fields, data), type: csv, next }
  return { body: JSON.stringify({ data, nextCursor }), type: json, next }
}

const record: Reading = async (c, services, key, resource) => {
  const search = new URL(c.req.url).searchParams
  const { fields, redeemedAt } = readQuestion(resource, search, recordParameters(resource))
  if (resource === 'redemptions' && !redeemedAt) throw refuse(readRefusals, 'READ_TIME')
  const row = await readRecord(services, key, resource, { id: c.req.param('id') ?? '', redeemedAt })
  return { body: JSON.stringify(withFields(row, fields)), type: json }
}

/** Returns a relative URL, because a proxy may use another host name. */
function nextAddress({ pathname, searchParams }: URL, cursor: string): string {
  const search = new URLSearchParams(searchParams)
  search.set('cursor', cursor)
  return `${pathname}?${search.toString()}`
}

/** JSON wins if both are accepted. */
const wantsCsv = (accept = '') => /\btext\/csv\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept)

const isKnown = (requested = '', etag: string) =>
  requested.trim() === '*' || requested.split(',').some((mark) => mark.trim().replace(/^W\//, '') === etag)
