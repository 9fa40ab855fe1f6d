import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createChance } from '@quaff/database/demo/chance'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import { SettingsError, type ServerSettings } from '../../environment'
import { isLoopbackHost } from '../../settings/fields'
import { hideProgress, showProgress } from '../import/show-progress'
import { ApiClient, type Fetch, type SignedRequest, borrowKey, type BorrowedKey } from './api-client'
import { loadWorld } from './load-world'
import { nextAct, type Act, acts, type ActName } from './next-act'

const usage = 'Usage: npm run simulate -- [--per-second 20] [--minutes 10] [--address http://127.0.0.1:3000]'
const limits = { perSecond: 90, minutes: 24 * 60, inFlight: 64, lineMs: 5_000 } as const

export type Play = { address: string; perSecond: number; forMs: number }

/** `simulate`: plays the app and the payment provider against a server of this machine, until the time is over or Ctrl-C. */
export async function simulate(settings: ServerSettings, args: readonly string[]) {
  const play = readPlay(settings, args)
  await requireServer(play.address, fetch)
  const key: BorrowedKey = settings.simulatorKey
    ? { ...settings.simulatorKey, giveBack: async () => {} }
    : await borrowKey(play.address, fetch)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    const tally = await playWorld(play, {
      client: new ApiClient(play.address, key, fetch, () => systemClock.now()),
      signal: stop.signal,
    })
    hideProgress()
    process.stdout.write(`${tally}\n`)
  } finally {
    await key.giveBack()
  }
}

/** Throws a SettingsError if no server responds at the address. Any response counts. */
export async function requireServer(address: string, ask: Fetch) {
  try {
    await ask(address, { method: 'HEAD' })
  } catch {
    throw new SettingsError(`No server at ${address}. Run npm start, or set --address to a running server.`)
  }
}

type Stage = { client: ApiClient; signal: AbortSignal }

/** Sends at an even rate, independent of the response times. With too many requests open it pauses. */
async function playWorld({ perSecond, forMs }: Play, { client, signal }: Stage) {
  const world = await loadWorld(client)
  const chance = createChance(systemClock.now().getTime())
  const tally = new Tally()
  const running = new Set<Promise<void>>()
  const startedAt = performance.now()
  let shownAt = startedAt
  let before: Act | undefined
  for (let turn = 0; !signal.aborted && performance.now() - startedAt < forMs; turn += 1) {
    await pause(startedAt + (turn * 1000) / perSecond - performance.now(), signal)
    if (running.size >= limits.inFlight) await Promise.race(running)
    const act = nextAct(world, chance, systemClock.now(), before)
    before = act
    tally.act(act.name)
    const sent = send(client, act.requests, tally).finally(() => running.delete(sent))
    running.add(sent)
    if (performance.now() - shownAt < limits.lineMs) continue
    shownAt = performance.now()
    showProgress(tally.line(shownAt - startedAt))
  }
  await Promise.all(running)
  return tally.line(performance.now() - startedAt)
}

async function send(client: ApiClient, requests: readonly SignedRequest[], tally: Tally) {
  for (const request of requests) {
    const startedAt = performance.now()
    const status = await client.post(request).then(
      async (answer) => {
        await answer.arrayBuffer()
        return String(answer.status)
      },
      () => 'no response',
    )
    tally.answer(status, performance.now() - startedAt)
  }
}

/** Shorter when it is all over. */
async function pause(ms: number, signal: AbortSignal) {
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => {})
}

export function readPlay({ baseUrl }: Pick<ServerSettings, 'baseUrl'>, args: readonly string[]): Play {
  const options = {
    'per-second': { type: 'string' },
    minutes: { type: 'string' },
    address: { type: 'string' },
  } as const
  const values = readFlags(args, options)
  const address = values.address ?? baseUrl
  if (!URL.canParse(address) || !isLoopbackHost(new URL(address).hostname))
    throw new SettingsError('Simulated data is only for a server on this machine, such as http://127.0.0.1:3000')
  return {
    address: new URL(address).origin,
    perSecond: readNumber('per-second', values['per-second'] ?? '20', limits.perSecond),
    forMs: readNumber('minutes', values.minutes ?? '10', limits.minutes) * 60_000,
  }
}

function readFlags<Options extends Record<string, { type: 'string' }>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new SettingsError(usage)
  }
}

function readNumber(name: string, text: string, most: number) {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= most) return value
  throw new SettingsError(`--${name} must be a number above 0, ${most} at most`)
}

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
class Tally {
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
