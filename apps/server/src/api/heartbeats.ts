/** A stream that somebody reads, or does not. */
export type Beating = {
  /** What was written before has left this process. */
  isFree(): boolean
  beat(): void
  letGo(): void
}

const tickMs = 1_000
const ticksBetweenBeats = 5
const beatsWithoutReading = 12

type State = { slot: number; missed: number }

/**
 * A sign of life every five seconds, so that whoever is between does not take a quiet stream for a dead one. A fifth of
 * all each second, by one timer. A reader that has taken nothing for a minute is let go: it comes back by itself.
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
