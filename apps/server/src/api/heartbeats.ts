/** A stream, whether or not its client reads. */
type Beating = {
  /** Returns true if all previous data has left this process. */
  isFree(): boolean
  beat(): void
  letGo(): void
}

const tickMs = 1_000
const ticksBetweenBeats = 5
const beatsWithoutReading = 12

type State = { slot: number; missed: number }

/**
 * Sends a heartbeat to each stream every five seconds, so that proxies do not close quiet ones. One timer serves a
 * fifth of the streams per second. A client that has read nothing for a minute is disconnected; it reconnects by
 * itself.
 */
class Heartbeats {
  private readonly all = new Map<Beating, State>()
  private timer: NodeJS.Timeout | null = null
  private ticks = 0
  private joined = 0

  add(stream: Beating): () => void {
    this.joined += 1
    this.all.set(stream, { slot: this.joined % ticksBetweenBeats, missed: 0 })
    this.timer ??= setInterval(() => this.tick(), tickMs).unref()
    return () => this.remove(stream)
  }

  private remove(stream: Beating): void {
    this.all.delete(stream)
    if (this.timer === null || this.all.size > 0) return
    clearInterval(this.timer)
    this.timer = null
  }

  private tick(): void {
    this.ticks += 1
    for (const [stream, state] of this.all) {
      if (this.ticks % ticksBetweenBeats !== state.slot) continue
      state.missed = stream.isFree() ? 0 : state.missed + 1
      if (state.missed === 0) stream.beat()
      else if (state.missed >= beatsWithoutReading) stream.letGo()
    }
  }
}

export const heartbeats = new Heartbeats()
