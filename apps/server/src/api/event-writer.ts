import { encodeEventMessage, getEventMeta } from '@orpc/standard-server'
import type { Flow, Source } from '@quaff/platform/server'
import { heartbeats } from './heartbeats'

const signOfLife = Buffer.from(encodeEventMessage({ comments: [''] }))

/** `cut`: closes the connection of a reader that does not read; what waits for it is lost. */
export type WriteEvents = (source: Source<object>, cut: () => void) => Response

/**
 * Server-sent events, byte for byte as the library writes them, from one small stream instead of its chain of them: a
 * console listens all day. `wrap`: how the endpoint puts a message.
 */
export function eventWriter(wrap: (message: object | undefined) => unknown): WriteEvents {
  const encode = (event: 'message' | 'done', message?: object) =>
    Buffer.from(encodeEventMessage({ ...getEventMeta(message), event, data: JSON.stringify(wrap(message)) }))
  const written = new WeakMap<object, Uint8Array>()
  /** An endpoint that has words for nothing at all says so at the end. */
  const lastWords = wrap(undefined) === undefined ? null : encode('done')
  /** Serialized once for all readers of the same event. */
  const write = (message: object) => {
    const known = written.get(message)
    if (known) return known
    const bytes = encode('message', message)
    written.set(message, bytes)
    return bytes
  }
  return (source, cut) => {
    let flow: Flow
    let stopBeating = () => {}
    const leave = () => {
      stopBeating()
      flow.leave()
    }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const isFree = () => (controller.desiredSize ?? 0) > 0
        controller.enqueue(signOfLife)
        flow = source({
          take(message) {
            controller.enqueue(write(message))
            return isFree()
          },
          end() {
            stopBeating()
            if (lastWords) controller.enqueue(lastWords)
            controller.close()
          },
        })
        stopBeating = heartbeats.add({
          isFree,
          beat: () => controller.enqueue(signOfLife),
          letGo() {
            leave()
            cut()
          },
        })
      },
      pull: () => flow.resume(),
      cancel: leave,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}
