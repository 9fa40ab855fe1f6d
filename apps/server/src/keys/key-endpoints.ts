import type { Context as HonoContext, Hono } from 'hono'
import type { KeyScope } from '@quaff/features/api-keys/contract'
import { requireSignature } from '@quaff/features/api-keys/server'
import { ingestBodySchema, ingestKinds } from '@quaff/features/ingest/contract'
import { ingestRefusals } from '@quaff/features/ingest/refusals'
import { ingestEvents } from '@quaff/features/ingest/server'
import { decideInput, requestKeySchema } from '@quaff/features/promotions/redemption-check-contract'
import { decideRedemption } from '@quaff/features/promotions/server'
import type { SourceKind } from '@quaff/features/sources/contract'
import { noteDelivery } from '@quaff/features/sources/server'
import { anonymous, type Context, isRefused, type KeyActor, refuse, type Services } from '@quaff/platform/server'
import type { Env } from '../edge/env'
import { isPlainShape } from '../edge/json-shape'
import { mountReadEndpoints } from './read-endpoints'
import { withKey } from './with-key'

/** Endpoints for programs with an API key: no session, no cookie, and no user behind the action. */
export function mountKeyEndpoints(app: Hono<Env>, services: Services): void {
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
      const decision = await decideRedemption(ctx, key, requestKey.data, decideInput.parse(body)).catch(explainUsedKey)
      // A customer is waiting at the counter, so this is not awaited.
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
  mountReadEndpoints(app, services)
}

type Opened = { scope: KeyScope; kind: SourceKind }
type Work = (ctx: Context, key: KeyActor, body: unknown) => Promise<object>

/** Verifies the signature before any of the body is parsed. */
const signed = (c: HonoContext<Env>, services: Services, { scope, kind }: Opened, work: Work) =>
  withKey(c, services, { scope, source: kind, cacheControl: 'no-store' }, async ({ actor: key, signing }) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    requireSignature(services, signing, c.req.header('quaff-signature'), body)
    const ctx = { ...services, actor: anonymous, request: c.get('request'), cookies: c.get('cookies') }
    return c.json(await work(ctx, key, readJson(body)))
  })

/** "Try again" would never help a program that keeps its Idempotency-Key. */
function explainUsedKey(error: unknown): never {
  throw isRefused(error, ingestRefusals, 'REQUEST_KEY') ? refuse(ingestRefusals, 'REQUEST_KEY') : error
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
