import {
  causeCodeOf,
  inTransaction,
  isDatabaseAway,
  publishLive,
  type Services,
  type WebhookPoster,
} from '@quaff/platform/server'
import { webhookLimits } from '../contract'
import { longestPauseMs } from '../rules'
import { listSecrets } from './secret-store'
import { sendDelivery, type Target } from './send-delivery'
import { claimDue, type ClaimedDelivery, deleteOld, fanOut, listUrls, wakeFromFuture } from './sending-store'
import { openSecret } from './webhook-secrets'

/** Longer than the longest attempt, so that no other process sends the same delivery. */
const options = { pollMs: 1_000, perEndpoint: 4, lockMs: 60_000 } as const

/** Sends events to endpoints outside the job runner, so that slow endpoints do not block jobs. Any number of processes may run it. */
export class WebhookCourier {
  private readonly running = new Set<Promise<void>>()
  private readonly touched = new Set<string>()
  private loop: Promise<void> | null = null
  private stopped = false
  private wake: () => void = () => undefined

  constructor(
    private readonly services: Services,
    private readonly poster: WebhookPoster,
  ) {}

  start(): void {
    this.loop ??= this.poll()
  }

  /** Resolves when the running attempts have ended. */
  async stop(): Promise<void> {
    this.stopped = true
    this.wake()
    await this.loop
    await Promise.all(this.running)
  }

  /** Sends everything that is due, including deliveries that become due on the way. Returns the number of attempts. */
  async runDue(): Promise<number> {
    let count = 0
    for (;;) {
      const claimed = await this.round()
      if (claimed === 0) return count
      count += claimed
      await Promise.all(this.running)
    }
  }

  private async poll(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.round()
      } catch (error) {
        // The job runner of this process logs an outage.
        if (!isDatabaseAway(error))
          this.services.log.warn('webhook_poll_failed', {
            reason: error instanceof Error ? error.name : 'unknown',
            code: causeCodeOf(error),
          })
      }
      if (!this.stopped) await this.pause()
    }
  }

  /** Waits for the next poll, or until an attempt ends. */
  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), options.pollMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private async round(): Promise<number> {
    const { db, clock } = this.services
    while ((await fanOut(db, clock.now())) > 0);
    await this.tellReaders()
    const now = clock.now()
    const lockedUntil = new Date(now.getTime() + options.lockMs)
    const claimed = await claimDue(db, { now, lockedUntil, perEndpoint: options.perEndpoint })
    if (claimed.length === 0) return 0
    const targets = await this.targetsOf(claimed, now)
    for (const delivery of claimed) this.track(delivery, targets.get(delivery.endpointId))
    return claimed.length
  }

  private async targetsOf(claimed: readonly ClaimedDelivery[], now: Date): Promise<Map<string, Target>> {
    const ids = [...new Set(claimed.map(({ endpointId }) => endpointId))]
    const urls = await listUrls(this.services.db, ids)
    const sealed = await listSecrets(this.services.db, ids, now)
    const secretsOf = (id: string) =>
      sealed
        .filter(({ endpointId }) => endpointId === id)
        .flatMap((one) => {
          try {
            return [openSecret(this.services, one)]
          } catch {
            this.services.log.error('webhook_secret_unreadable', { endpointId: id })
            return []
          }
        })
    return new Map([...urls].map(([id, url]) => [id, { url, secrets: secretsOf(id) }]))
  }

  private track(delivery: ClaimedDelivery, target: Target | undefined): void {
    if (!target) return
    const tracked = sendDelivery(this.services, this.poster, delivery, target)
      .catch(() => this.services.log.warn('webhook_note_failed', { deliveryId: delivery.id }))
      .finally(() => {
        this.running.delete(tracked)
        this.touched.add(delivery.endpointId)
        this.wake()
      })
    this.running.add(tracked)
  }

  /** One live event for all attempts since the last poll. */
  private async tellReaders(): Promise<void> {
    const ids = [...this.touched]
    this.touched.clear()
    if (ids.length === 0) return
    const events = ids.map((subjectId) => ({ topic: 'webhook' as const, subjectId }))
    await inTransaction(this.services, (tx) => publishLive(tx, ...events))
  }
}

export async function pruneWebhooks({ db, clock }: Services) {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const { eventDays, deliveredDays, failedDays } = webhookLimits
  await wakeFromFuture(db, clock.now(), longestPauseMs)
  await deleteOld(db, { events: before(eventDays), delivered: before(deliveredDays), failed: before(failedDays) })
}
