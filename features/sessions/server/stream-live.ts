import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { pull, type Source } from '@quaff/platform/server/streams/flow'
import { liveLimits, type LiveMessage } from '../contract'
import { LiveStream } from './live-stream'
import { openStreamsOf } from './open-streams'

const reviewEveryMs = 60_000

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
  const source = openLive(ctx, options)
  // The transport has its own way for what goes on without end.
  if (!ctx.stream) return pull(source, options.signal)
  ctx.stream(source)
  return nothing()
}

async function* nothing(): AsyncGenerator<LiveMessage, void> {}

/** The place is taken from here on; whoever gets the source has to begin it. Nothing of the request stays with it. */
function openLive(ctx: Context, options: LiveOptions): Source<LiveMessage> {
  const actor = requireUser(ctx.actor)
  const streams = openStreamsOf(ctx)
  const release = streams.takePlace(actor.userId)
  const since = options.since ?? { agoMs: options.overlapMs ?? liveLimits.overlapMs }
  const everyMs = options.reviewEveryMs ?? reviewEveryMs
  return (reader) => {
    const review = (sessionId: string) => streams.sessions.review(sessionId)
    const stream = new LiveStream(streams.services, actor, reader, { hello: streams.hello, since }, review, () => {
      release()
      streams.remove(stream)
    })
    streams.add(stream, everyMs)
    return stream
  }
}
