import { randomUUID } from 'node:crypto'
import type { Chance } from '@quaff/database/demo/chance'
import type { SignedRequest } from './api-client'
import type { Offer, Pass, World } from './load-world'

export const acts = [
  'decide',
  'drink',
  'join',
  'renew',
  'fail',
  'recover',
  'schedule',
  'withdraw',
  'cancel',
  'refund',
  'dispute',
  'repeat',
  'mistake',
] as const
export type ActName = (typeof acts)[number]
export type Act = { name: ActName; requests: SignedRequest[] }

/** Frequency of each action in percent: mostly redemptions, sometimes errors of real systems. */
const weights: Record<ActName, number> = {
  decide: 34,
  drink: 34,
  join: 6,
  renew: 8,
  fail: 3,
  recover: 3,
  schedule: 2,
  withdraw: 1,
  cancel: 1,
  refund: 2,
  dispute: 1,
  repeat: 4,
  mistake: 1,
}

const minuteMs = 60_000
const monthMs = 30 * 24 * 60 * minuteMs
const firstNames = ['Ana', 'Bo', 'Chi', 'Dara', 'Elif', 'Femi', 'Gus', 'Hana'] as const
const lastNames = ['Adeyemi', 'Berg', 'Costa', 'Diaz', 'Evans', 'Fujita', 'García', 'Holm'] as const

/** Returns the next action as requests that are sent in order, and updates the state. */
export function nextAct(world: World, chance: Chance, now: Date, before: Act | undefined): Act {
  const drawn = acts[chance.weighted(acts.map((name) => weights[name]))] ?? 'drink'
  const [first, ...others] = world.passes
  // Redeeming needs a pass, and a repetition needs an earlier action.
  if (!first) return { name: 'join', requests: join(world, chance, now) }
  const name = drawn === 'repeat' && before === undefined ? 'drink' : drawn
  const pass = chance.oneOf([first, ...others])
  switch (name) {
    case 'join':
      return { name, requests: join(world, chance, now) }
    case 'repeat':
      return { name, requests: before?.requests ?? [] }
    case 'decide':
      return { name, requests: [decide(pass)] }
    case 'drink':
      return { name, requests: [drinks(pass, chance, now)] }
    case 'mistake':
      return { name, requests: [drinks({ ...pass, userId: 'unknown' }, chance, now)] }
    case 'renew':
      return { name, requests: [change(pass, renewed(pass, now), now, paidFor(pass, chance, now))] }
    case 'refund':
      return { name, requests: [refund(pass, chance, now)] }
    case 'dispute':
      return { name, requests: [dispute(world, pass, chance, now)] }
    case 'fail':
      return { name, requests: [change(pass, { status: 'past_due' }, now)] }
    case 'recover':
      return { name, requests: [change(pass, { status: 'active' }, now)] }
    case 'schedule':
      return { name, requests: [change(pass, { cancelAtPeriodEnd: true }, now)] }
    case 'withdraw':
      return { name, requests: [change(pass, { cancelAtPeriodEnd: false }, now)] }
    case 'cancel':
      world.passes.splice(world.passes.indexOf(pass), 1)
      return { name, requests: [change(pass, { status: 'canceled' }, now)] }
  }
}

const events = (kind: string, rows: object[]): SignedRequest => ({
  path: `/ingest/${kind}`,
  body: JSON.stringify({ events: rows }),
})

const decide = ({ userId, merchantId }: Pass): SignedRequest => ({
  path: '/v1/redemptions',
  body: JSON.stringify({ userId, merchantId, method: 'qr' }),
  requestKey: randomUUID(),
})

/** From a phone that was offline for up to ten minutes. */
function drinks({ userId, merchantId, planId, id }: Pass, chance: Chance, now: Date) {
  const redeemedAt = new Date(now.getTime() - chance.whole(0, 10 * minuteMs)).toISOString()
  const drink = { id: `red_${randomUUID()}`, merchantId, redeemedAt, userId, planId, subscriptionId: id }
  return events('redemptions', [{ eventId: randomUUID(), ...drink, method: 'qr' }])
}

/** Half price or a free month now and then; a period that begins within another is billed for the difference. */
function paidFor({ amountMinor, currentPeriodEnd }: Pass, chance: Chance, now: Date) {
  const half = Math.floor(amountMinor / 2)
  if (Date.parse(currentPeriodEnd) > now.getTime()) return half
  return chance.weighted([8, 1, 1]) === 0 ? undefined : chance.oneOf([0, half])
}

const ofCharge = ({ id: subscriptionId, merchantId, currency, currentPeriodStart: periodStart }: Pass) => ({
  merchantId,
  subscriptionId,
  currency,
  periodStart,
})

/** Full or half. */
function refund(pass: Pass, chance: Chance, now: Date) {
  const amountMinor = Math.max(1, Math.round(pass.amountMinor / chance.whole(1, 2)))
  const heads = { eventId: randomUUID(), occurredAt: now.toISOString(), id: `ref_${randomUUID()}` }
  return events('refunds', [{ ...heads, ...ofCharge(pass), amountMinor, reason: 'Requested by customer' }])
}

/** Closes the oldest open one, or opens another. */
function dispute(world: World, pass: Pass, chance: Chance, now: Date) {
  const heads = { eventId: randomUUID(), occurredAt: now.toISOString() }
  const open = chance.whole(0, 1) === 0 ? undefined : world.disputes.shift()
  if (open) return events('refunds', [{ ...open, ...heads, status: chance.oneOf(['won', 'lost']) }])
  const opened = {
    id: `dis_${randomUUID()}`,
    ...ofCharge(pass),
    kind: 'dispute',
    amountMinor: Math.max(1, pass.amountMinor),
    reason: 'Fraudulent',
  }
  world.disputes.push(opened)
  return events('refunds', [{ ...opened, ...heads, status: 'open' }])
}

const renewed = ({ currentPeriodEnd }: Pass, now: Date): Partial<Pass> => {
  const start = new Date(Math.min(Date.parse(currentPeriodEnd), now.getTime()))
  const end = new Date(start.getTime() + monthMs)
  return {
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodStart: start.toISOString(),
    currentPeriodEnd: end.toISOString(),
  }
}

/** A complete state, as payment providers send it. */
function change(pass: Pass, to: Partial<Pass>, now: Date, paidMinor?: number) {
  Object.assign(pass, to)
  const { id, merchantId, userId, planId, status, amountMinor, currency, interval, intervalCount } = pass
  const { createdAt, currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = pass
  const price = { amountMinor, currency, interval, intervalCount }
  const times = { createdAt, currentPeriodStart, currentPeriodEnd }
  const heads = { eventId: randomUUID(), occurredAt: now.toISOString() }
  return events('subscriptions', [
    { ...heads, id, merchantId, userId, planId, status, ...price, ...times, cancelAtPeriodEnd, paidMinor },
  ])
}

function join(world: World, chance: Chance, now: Date) {
  const [first, ...others] = world.offers
  const offer: Offer | undefined = first && chance.oneOf([first, ...others])
  if (!offer) return []
  const userId = `usr_${randomUUID()}`
  const displayName = `${chance.oneOf(firstNames)} ${chance.oneOf(lastNames)}`
  const at = now.toISOString()
  const person = { eventId: randomUUID(), occurredAt: at, id: userId, email: `${userId}@simulated.test`, displayName }
  const { merchantId, planId, amountMinor, currency, interval, intervalCount } = offer
  const pass: Pass = {
    id: `sub_${randomUUID()}`,
    merchantId,
    planId,
    userId,
    status: 'active',
    amountMinor,
    currency,
    interval: interval as Pass['interval'],
    intervalCount,
    cancelAtPeriodEnd: false,
    createdAt: at,
    currentPeriodStart: at,
    currentPeriodEnd: new Date(now.getTime() + monthMs).toISOString(),
  }
  world.passes.push(pass)
  return [events('users', [person]), change(pass, {}, now)]
}
