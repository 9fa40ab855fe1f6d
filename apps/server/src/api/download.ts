import { reviewSession } from '@quaff/features/sessions/server'
import { type Context, platformRefusals, refuse, requireUser, type UserActor } from '@quaff/platform/server'
import { logUnexpected, toHttpError } from '../edge/error-mapper'

export type Download = {
  fileName: string
  contentType: string
  headers?: Record<string, string>
  chunks: AsyncIterable<string | Uint8Array>
}

/** A download ends within a second of the change; what is left of the second is for a busy database. */
const reviewEveryMs = 250

/** Streams the file in chunks while the reader still has the rights of the request. */
export function download(ctx: Context, file: Download): Response {
  return new Response(guardedStream(ctx, requireUser(ctx.actor), file.chunks), {
    headers: {
      ...file.headers,
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${file.fileName}"`,
    },
  })
}

/** The web server prints stream errors outside the log, so this one must not contain a query or its values. */
const brokenOff = () => new Error('A download was interrupted: see the log')

function guardedStream(
  ctx: Context,
  reader: UserActor,
  chunks: AsyncIterable<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const source = chunks[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  let reviewedAt = performance.now()

  const review = async () => {
    if (!keepsRights(reader, await reviewSession(ctx, reader.sessionId))) throw refuse(platformRefusals, 'SIGNED_OUT')
    reviewedAt = performance.now()
  }
  let isOver = false
  const end = () => {
    clearInterval(timer)
    isOver = true
  }
  /** The client sees a truncated file; only the log has the reason. Work in progress fails afterwards. */
  const cut = (error: unknown) => {
    if (isOver) return
    end()
    const { reason, unexpected } = toHttpError(error)
    if (unexpected) return logUnexpected(ctx.log, error, ctx.request.requestId)
    ctx.log.warn('download_cut', { requestId: ctx.request.requestId, reason })
  }
  return new ReadableStream({
    start(controller) {
      // A reader that stopped reading pulls nothing, so only a timer can end its stream and release the source.
      timer = setInterval(() => {
        review().catch((error: unknown) => {
          cut(error)
          controller.error(brokenOff())
          source.return?.().catch(() => {})
        })
      }, reviewEveryMs)
      timer.unref()
    },
    async pull(controller) {
      try {
        const { value, done } = await source.next()
        // The source and the last review may be slow: data must not leave on rights older than `reviewEveryMs`.
        if (performance.now() - reviewedAt >= reviewEveryMs) await review()
        if (!done) return controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        end()
        controller.close()
      } catch (error) {
        cut(error)
        await source.return?.()
        throw brokenOff()
      }
    },
    async cancel() {
      end()
      // The reader went away: the query behind the chunks ends too.
      await source.return?.()
    },
  })
}

/** Still signed in, in the same role, and no merchant was taken away. */
function keepsRights(before: UserActor, now: UserActor | null): boolean {
  if (!now || now.role !== before.role) return false
  const merchants = new Set([...now.merchantIds, ...now.ownMerchantIds])
  return [...before.merchantIds, ...before.ownMerchantIds].every((id) => merchants.has(id))
}
