import { noteDelivery } from '@quaff/features/sources/server'
import {
  type Context,
  inTransaction,
  type KeyActor,
  recordAudit,
  type Services,
  type Transaction,
} from '@quaff/platform/server'
import { type EventErrorCode, type EventResult, type IngestAnswer, type IngestKind, ingestLimits } from '../contract'
import { countOutcomes, inWaves } from '../rules'
import {
  type EventKind,
  redemptionEvents,
  refundEvents,
  refused,
  subscriptionEvents,
  type Verdict,
} from './event-kinds'
import { deleteEventsBefore, releaseEvents, takeEvents } from './event-store'
import { userEvents } from './user-events'

/**
 * Processes a batch: each event is judged separately, valid ones are written together with their ids, and the results
 * are in the order of the events. Repeating a batch has no effect.
 */
export function ingestEvents(
  ctx: Context,
  key: KeyActor,
  kind: IngestKind,
  events: readonly unknown[],
): Promise<IngestAnswer> {
  switch (kind) {
    case 'users':
      return ingest(ctx, key, kind, userEvents, events)
    case 'subscriptions':
      return ingest(ctx, key, kind, subscriptionEvents, events)
    case 'redemptions':
      return ingest(ctx, key, kind, redemptionEvents, events)
    case 'refunds':
      return ingest(ctx, key, kind, refundEvents, events)
  }
}

type Entry<Event> = { index: number; event: Event; record: string }
type Identified = { eventId: string }

async function ingest<Event extends Identified>(
  ctx: Context,
  key: KeyActor,
  name: IngestKind,
  kind: EventKind<Event>,
  events: readonly unknown[],
): Promise<IngestAnswer> {
  const results: EventResult[] = []
  const entries: Entry<Event>[] = []
  const seen = new Set<string>()
  const latest = ctx.clock.now().getTime() + ingestLimits.futureMs
  let newest = 0
  events.forEach((raw, index) => {
    const parsed = kind.schema.safeParse(raw)
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') || unknownFieldOf(parsed.error.issues[0]) || ''
      results[index] = { eventId: eventIdOf(raw), ...refused('INVALID_FIELD', field) }
      return
    }
    const event = parsed.data
    const { field, at } = kind.timeOf(event)
    if (seen.has(event.eventId)) results[index] = { eventId: event.eventId, outcome: 'duplicate' }
    else if (at.getTime() > latest) results[index] = { eventId: event.eventId, ...refused('IN_THE_FUTURE', field) }
    else {
      entries.push({ index, event, record: kind.keyOf(event) })
      newest = Math.max(newest, at.getTime())
    }
    seen.add(event.eventId)
  })
  const waves = inWaves(
    entries,
    ({ record }) => record,
    ({ event }) => kind.rankOf(event),
  )
  for (const wave of waves) {
    const verdicts = await inTransaction(ctx, (tx) => writeWave(ctx, tx, { key, name, kind, wave }))
    for (const { index, event, record } of wave)
      results[index] = { eventId: event.eventId, ...(verdicts.get(record) ?? { outcome: 'duplicate' }) }
  }
  await noteDelivery(ctx, {
    sourceId: key.keyId,
    name: key.name,
    kind: name,
    eventAt: newest === 0 ? null : new Date(newest),
    refused: results.filter(isRefused),
  })
  return { results, counts: countOutcomes(results) }
}

const isRefused = (result: EventResult): result is EventResult & { code: EventErrorCode } =>
  result.outcome === 'refused'

type Wave<Event> = { key: KeyActor; name: IngestKind; kind: EventKind<Event>; wave: readonly Entry<Event>[] }

/**
 * Returns verdicts by record, which appears once in a wave. A record without a verdict was sent before with this event
 * id.
 */
async function writeWave<Event extends Identified>(
  ctx: Context,
  tx: Transaction,
  { key, name, kind, wave }: Wave<Event>,
) {
  const { errors, write } = await kind.judge(
    ctx,
    tx,
    key,
    wave.map(({ event }) => event),
  )
  const good = wave.filter(({ record }) => !errors.has(record))
  const idsOf = (entries: readonly Entry<Event>[]) => entries.map(({ event }) => event.eventId)
  const existing = await takeEvents(tx, key.keyId, idsOf(good), ctx.clock.now())
  const fresh = good.filter(({ event }) => !existing.has(event.eventId))
  const verdicts = new Map(errors)
  if (fresh.length > 0)
    for (const [record, verdict] of await write(fresh.map(({ event }) => event))) verdicts.set(record, verdict)
  const late = fresh.filter(({ record }) => verdicts.get(record)?.outcome === 'refused')
  await releaseEvents(tx, key.keyId, idsOf(late))
  await noteBatch(ctx, tx, key, name, [...verdicts.values()])
  return verdicts
}

/** One entry per batch; none if nothing changed. */
async function noteBatch(
  ctx: Context,
  tx: Transaction,
  { keyId, name, merchantIds }: KeyActor,
  kind: IngestKind,
  verdicts: readonly Verdict[],
) {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  const [created, updated] = [count('created'), count('updated')]
  if (created + updated === 0) return
  const [only, ...others] = merchantIds ?? []
  await recordAudit(ctx, tx, {
    action: `ingest_${kind}`,
    targetType: 'api_key',
    targetId: keyId,
    merchantId: others.length === 0 ? only : null,
    after: { key: name, created, updated, refused: count('refused') },
  })
}

const eventIdOf = (raw: unknown) => {
  if (typeof raw !== 'object' || raw === null || !('eventId' in raw)) return null
  return typeof raw.eventId === 'string' ? raw.eventId.slice(0, ingestLimits.eventId) : null
}

/** Names an unknown field, which is most likely misspelled. */
const unknownFieldOf = (issue: unknown) =>
  typeof issue === 'object' && issue !== null && 'keys' in issue && Array.isArray(issue.keys)
    ? String(issue.keys[0]).slice(0, ingestLimits.eventId)
    : undefined

export async function pruneIngestEvents({ db, clock }: Services) {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - ingestLimits.eventDays * 86_400_000))
}
