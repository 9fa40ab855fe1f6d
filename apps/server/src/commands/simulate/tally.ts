import { acts, type ActName } from './next-act'

const names: Record<ActName, string> = {
  decide: 'redemption checks',
  drink: 'drinks',
  join: 'new customers',
  renew: 'renewals',
  fail: 'failed payments',
  recover: 'recovered payments',
  schedule: 'scheduled cancellations',
  withdraw: 'reversed cancellations',
  cancel: 'cancellations',
  refund: 'refunds',
  dispute: 'disputes',
  repeat: 'retried deliveries',
  mistake: 'mistakes',
}

/** One line on requests and responses. Times are of the last hundred responses. */
export class Tally {
  private requests = 0
  private readonly done = new Map<ActName, number>()
  private readonly statuses = new Map<string, number>()
  private readonly times: number[] = []

  act(name: ActName): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1)
  }

  answer(status: string, tookMs: number): void {
    this.requests += 1
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.times.push(tookMs)
    if (this.times.length > 100) this.times.shift()
  }

  get failed(): number {
    return [...this.statuses].reduce((sum, [status, count]) => (status === '200' ? sum : sum + count), 0)
  }

  line(elapsedMs: number): string {
    const sorted = this.times.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
    const seconds = Math.round(elapsedMs / 1000)
    const parts = acts.flatMap((name) => (this.done.has(name) ? [`${this.done.get(name)} ${names[name]}`] : []))
    const errors = [...this.statuses].flatMap(([status, count]) => (status === '200' ? [] : [`${count} × ${status}`]))
    return [
      `${seconds} s: ${this.requests} requests, ${(this.requests / Math.max(1, elapsedMs / 1000)).toFixed(1)} per second`,
      `median ${at(0.5)} ms · p95 ${at(0.95)} ms`,
      errors.length === 0 ? 'none failed' : `failed: ${errors.join(', ')}`,
      parts.join(', '),
    ].join(' · ')
  }
}
