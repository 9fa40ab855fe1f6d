import { withEventMeta } from '@orpc/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { LiveBus, LiveEvent, LiveStart } from '@quaff/platform/server/ports'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import { liveLimits, type LiveMessage } from '../contract'
import { sessionRefusals } from '../refusals'
import { merchantScope } from './scope/merchant-scope'
import { findEndReason, reviewSession } from './session-gate'

const limits = { streamsPerUser: 20, reviewEveryMs: 60_000 } as const

export type LiveOptions = {
  signal?: AbortSignal
  /** Cursor of the last message that the reader has seen. */
  since?: string | null
  reviewEveryMs?: number
  /** Without a cursor the stream begins this far back. */
  overlapMs?: number
}

/** Ids of what changes, under the reader's own rights, until the reader leaves or the session ends. */
export async function streamLive(ctx: Context, options: LiveOptions = {}): Promise<AsyncGenerator<LiveMessage, void>> {
  const actor = requireUser(ctx.actor)
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const release = takeStream(ctx.live, actor.userId)
  // A reader who leaves before reading never starts the generator, whose `finally` then does not run.
  signal.addEventListener('abort', release, { once: true })
  // Of one who left before that, while the database was slow, no event comes any more.
  if (signal.aborted) release()
  return follow(ctx, actor, {
    since: options.since ?? { agoMs: options.overlapMs ?? liveLimits.overlapMs },
    signal,
    stop,
    reviewEveryMs: options.reviewEveryMs ?? limits.reviewEveryMs,
  })
}

type Stream = { since: LiveStart; signal: AbortSignal; stop: AbortController; reviewEveryMs: number }

async function* follow(ctx: Context, first: UserActor, stream: Stream): AsyncGenerator<LiveMessage, void> {
  let actor = first
  let isOver = false
  const review = () => {
    void reviewSession(ctx, first.sessionId)
      .then((current) => {
        if (current) return
        isOver = true
        stream.stop.abort()
      })
      .catch(() => ctx.log.warn('live_review_failed'))
  }
  const timer = setInterval(review, stream.reviewEveryMs)
  timer.unref()
  try {
    yield { kind: 'hello', version: ctx.settings.version }
    for await (const delivery of ctx.live.subscribe(stream.since, stream.signal)) {
      if (stream.signal.aborted) break
      if ('resync' in delivery) {
        yield withEventMeta({ kind: 'resync' } satisfies LiveMessage, { id: delivery.cursor })
        continue
      }
      const isOwnSession = delivery.topic === 'session' && delivery.subjectId === first.userId
      const isOwnAccount = isOwnSession || (delivery.topic === 'user' && delivery.subjectId === first.userId)
      if (isOwnAccount) {
        const current = await reviewSession(ctx, first.sessionId)
        isOver = current === null
        if (!current) break
        actor = current
      }
      if (isOwnAccount) yield withEventMeta({ kind: 'session' } satisfies LiveMessage, { id: delivery.cursor })
      if (!maySee(actor, delivery)) continue
      const { topic, subjectId, merchantId } = delivery
      yield withEventMeta({ kind: 'event', topic, subjectId, merchantId } satisfies LiveMessage, {
        id: delivery.cursor,
      })
    }
    if (isOver) yield { kind: 'ended', why: await findEndReason(ctx, actor) }
  } finally {
    clearInterval(timer)
    stream.stop.abort()
  }
}

function maySee(actor: UserActor, event: LiveEvent): boolean {
  if (actor.role === adminRole) return true
  // The audit log is the administrators'; a session event says when somebody signs in or out.
  if (event.topic === 'audit' || event.topic === 'session') return false
  if (event.topic === 'user' && event.subjectId === actor.userId) return true
  if (event.merchantId === null) return false
  const scope = merchantScope(actor)
  return scope.all || scope.merchantIds.includes(event.merchantId) || actor.ownMerchantIds.includes(event.merchantId)
}

const openStreams = new WeakMap<LiveBus, Map<string, number>>()

/** Those of this process. */
export function countStreams(bus: LiveBus): number {
  return [...(openStreams.get(bus)?.values() ?? [])].reduce((sum, open) => sum + open, 0)
}

/** Counts one stream of the user in this process; the result gives it back, once. */
function takeStream(bus: LiveBus, userId: string): () => void {
  const counts = openStreams.get(bus) ?? new Map<string, number>()
  openStreams.set(bus, counts)
  const open = counts.get(userId) ?? 0
  if (open >= limits.streamsPerUser) throw refuse(sessionRefusals, 'STREAMS')
  counts.set(userId, open + 1)
  let released = false
  return () => {
    if (released) return
    released = true
    const left = (counts.get(userId) ?? 1) - 1
    if (left > 0) counts.set(userId, left)
    else counts.delete(userId)
  }
}
