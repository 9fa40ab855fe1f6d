import type { Context as HonoContext, Hono } from 'hono'
import type { KeyScope } from '@quaff/features/api-keys/contract'
import { openKey, requireScope, requireSignature, takeFromKey } from '@quaff/features/api-keys/server'
import { ingestBodySchema, ingestKinds } from '@quaff/features/ingest/contract'
import { ingestRefusals } from '@quaff/features/ingest/refusals'
import { ingestEvents } from '@quaff/features/ingest/server'
import { decideInput, requestKeySchema } from '@quaff/features/redemptions/deciding/contract'
import { decideRedemption } from '@quaff/features/redemptions/server'
import type { SourceKind } from '@quaff/features/sources/contract'
import { noteDelivery } from '@quaff/features/sources/server'
import { anonymous, type KeyActor } from '@quaff/platform/server/actor'
import type { Context, Services } from '@quaff/platform/server/context'
import type { LimitLeft } from '@quaff/platform/server/rate-limit'
import { refuse } from '@quaff/platform/shared/refusal'
import type { Env } from '../edge/env'
import { toHttpError } from '../edge/error-mapper'
import { errorResponse } from '../edge/error-response'
import { isPlainShape } from '../edge/json-shape'

/** What a program sends with a key: no session, no cookie, and nothing that it does is done as a person. */
export function mountKeyDoors(app: Hono<Env>, services: Services): void {
  app.post('/ingest/:kind', (c) => {
    const kind = ingestKinds.find((one) => one === c.req.param('kind'))
    if (!kind) throw refuse(ingestRefusals, 'INGEST_KIND')
    return signed(c, services, { scope: `ingest:${kind}`, kind }, async (ctx, key, body) =>
      ingestEvents(ctx, key, kind, eventsOf(body)),
    )
  })
  app.post('/v1/redemptions', (c) =>
    signed(c, services, { scope: 'redemptions:decide', kind: 'decisions' }, async (ctx, key, body) => {
      const requestKey = requestKeySchema.safeParse(c.req.header('idempotency-key'))
      if (!requestKey.success) throw refuse(ingestRefusals, 'IDEMPOTENCY_KEY')
      const decision = await decideRedemption(ctx, key, requestKey.data, decideInput.parse(body))
      // Somebody stands at the counter: nothing is waited for that is only seen later.
      void noteDelivery(services, {
        sourceId: key.keyId,
        name: key.name,
        kind: 'decisions',
        eventAt: services.clock.now(),
      })
      return decision
    }),
  )
  app.all('/ingest/*', () => {
    throw refuse(ingestRefusals, 'INGEST_KIND')
  })
}

type Opened = { scope: KeyScope; kind: SourceKind }
type Work = (ctx: Context, key: KeyActor, body: unknown) => Promise<object>

/** Who it is, whether they may, how often, and whether the bytes are theirs: nothing is read of a body before that. */
async function signed(c: HonoContext<Env>, services: Services, { scope, kind }: Opened, work: Work): Promise<Response> {
  const { actor: key, signing } = await openKey(services, c.req.header('authorization'))
  const headers = new Headers({ 'cache-control': 'no-store' })
  try {
    tell(headers, await takeFromKey(services, key))
    requireScope(key, scope)
    const body = new Uint8Array(await c.req.arrayBuffer())
    requireSignature(services, signing, c.req.header('quaff-signature'), body)
    const ctx = { ...services, actor: anonymous, request: c.get('request'), cookies: c.get('cookies') }
    return withHeaders(c.json(await work(ctx, key, readJson(body))), headers)
  } catch (error) {
    const httpError = toHttpError(error)
    if (httpError.unexpected) throw error
    const { reason, retryAfterSeconds: resetSeconds } = httpError
    await noteDelivery(services, { sourceId: key.keyId, name: key.name, kind, refused: [{ code: reason }] })
    if (resetSeconds !== undefined && reason === 'RATE_LIMIT')
      tell(headers, { limit: key.requestsPerMinute, remaining: 0, resetSeconds })
    return withHeaders(errorResponse(c, httpError), headers)
  }
}

function tell(headers: Headers, { limit, remaining, resetSeconds }: LimitLeft): void {
  headers.set('ratelimit-limit', String(limit))
  headers.set('ratelimit-remaining', String(remaining))
  headers.set('ratelimit-reset', String(resetSeconds))
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}

function readJson(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isPlainShape(value)) return value
  } catch {
    // Cut off, or no JSON at all.
    throw refuse(ingestRefusals, 'BODY_CUT')
  }
  throw refuse(ingestRefusals, 'BODY_SHAPE')
}

function eventsOf(body: unknown): unknown[] {
  const parsed = ingestBodySchema.safeParse(body)
  if (!parsed.success) throw refuse(ingestRefusals, 'BODY_SHAPE')
  return parsed.data.events
}
