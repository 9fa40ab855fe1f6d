import type { DraftValues } from './business-values'

const RETRY_MS = 10_000

export type DraftState =
  | { kind: 'none' }
  | { kind: 'typing' }
  | { kind: 'saved'; at: Date }
  /** The server could not be reached: it lies in this browser and is tried again. */
  | { kind: 'kept'; at: Date }

export interface DraftPlaces {
  now: () => Date
  /** Stores it in this browser immediately. */
  keepHere: (draft: { values: DraftValues; savedAt: Date }) => void
  forgetHere: () => void
  save: (values: DraftValues) => Promise<{ savedAt: Date }>
  pauseMs: number
}

/** Keeps what is typed until the step itself is saved; the newest text wins over answers to older ones. */
export class DraftKeeper {
  readonly #places: DraftPlaces
  readonly #tell: (state: DraftState) => void
  #waiting: { values: DraftValues; edition: number; timer: ReturnType<typeof setTimeout> } | null = null
  #sending: Promise<void> = Promise.resolve()
  #edition = 0

  constructor(places: DraftPlaces, tell: (state: DraftState) => void) {
    this.#places = places
    this.#tell = tell
  }

  keep(values: DraftValues): void {
    this.#edition += 1
    this.#places.keepHere({ values, savedAt: this.#places.now() })
    this.#tell({ kind: 'typing' })
    this.#wait(values, this.#places.pauseMs)
  }

  async flush(): Promise<void> {
    const waiting = this.#stopWaiting()
    if (waiting) this.#sending = this.#sending.then(() => this.#send(waiting))
    await this.#sending
  }

  /** Call it before the step is saved, so that no draft arrives afterwards. */
  async pause(): Promise<void> {
    this.#stopWaiting()
    await this.#sending
  }

  /** The typed text is to go, here and on the server; a server that cannot be reached gives it back next time. */
  async discard(): Promise<void> {
    this.forget()
    await this.#sending
    await this.#places.save({}).catch(() => undefined)
  }

  /** The step was saved: what waits or is under way no longer counts. */
  forget(): void {
    this.#stopWaiting()
    this.#edition += 1
    this.#places.forgetHere()
    this.#tell({ kind: 'none' })
  }

  #wait(values: DraftValues, ms: number): void {
    this.#stopWaiting()
    this.#waiting = { values, edition: this.#edition, timer: setTimeout(() => void this.flush(), ms) }
  }

  #stopWaiting() {
    const waiting = this.#waiting
    if (waiting) clearTimeout(waiting.timer)
    this.#waiting = null
    return waiting
  }

  async #send({ values, edition }: { values: DraftValues; edition: number }): Promise<void> {
    try {
      const { savedAt } = await this.#places.save(values)
      if (edition !== this.#edition) return
      this.#places.forgetHere()
      this.#tell({ kind: 'saved', at: savedAt })
    } catch {
      if (edition !== this.#edition) return
      this.#tell({ kind: 'kept', at: this.#places.now() })
      this.#wait(values, RETRY_MS)
    }
  }
}
