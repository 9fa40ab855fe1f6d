import { describe, expect, it } from 'vitest'
import { chargeOf, eventsOf, personDeltas, withDecisionKept } from './writing-rules'
import type { SubscriptionState } from './writing-rules'

const now = new Date('2026-03-10T12:00:00Z')
const [epoch, hour] = [new Date(0), 3_600_000]
const from = (hours: number) => new Date(now.getTime() + hours * hour)
const build = (details: Partial<SubscriptionState> = {}): SubscriptionState => ({
  id: 'sub_1',
  merchantId: 'mer_a',
  planId: 'pln_1',
  userId: 'usr_1',
  status: 'active',
  amountMinor: 900,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  cancelReason: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  canceledBy: null,
  createdAt: from(-100),
  updatedAt: from(-50),
  currentPeriodStart: from(-10),
  currentPeriodEnd: from(700),
  paidUntil: null,
  ...details,
})
const kinds = (before: SubscriptionState | null, after: SubscriptionState) =>
  eventsOf(before, after, now).map(({ kind }) => kind)

describe('the charge of a period (G34)', () => {
  it.each([
    [-1, true],
    [0, true],
    [1, false],
  ])('is owed unless it starts before `paidUntil`: %d hours before its start', (hours, isCharged) => {
    const state = build({ paidUntil: from(-10 + hours) })
    expect(chargeOf(state, now) !== null).toBe(isCharged)
  })

  it.each([
    ['active', 'active', true],
    ['past due', 'past_due', true],
    ['trialing', 'trialing', false],
    ['canceled', 'canceled', false],
  ])('§0018 of a subscription that is %s', (_, status, isCharged) => {
    expect(chargeOf(build({ status }), now) !== null).toBe(isCharged)
  })

  it.each([
    ['no start', epoch, false],
    ['a start long ago', new Date(1), true],
    ['a start a day from now', from(24), true],
    ['a later start', new Date(from(24).getTime() + 1), false],
  ])('§0018 with %s', (_, currentPeriodStart, isCharged) => {
    expect(chargeOf(build({ currentPeriodStart }), now) !== null).toBe(isCharged)
  })

  it('uses the price details without an own amount, ignores negative amounts and never ends before its start', () => {
    const priceDetails = { amount: 650, currency: 'EUR', interval: 'week' }
    const unpriced = build({ amountMinor: null, currency: null, priceDetails, currentPeriodEnd: epoch })
    expect(chargeOf(unpriced, now)).toMatchObject({ amountMinor: 650, currency: 'eur', periodEnd: from(-10) })
    expect(chargeOf(build({ amountMinor: 0 }), now)?.amountMinor).toBe(0)
    expect(chargeOf(build({ amountMinor: -1 }), now)).toBeNull()
  })
})

describe('the history', () => {
  it('begins with the start, and with the end if it arrived canceled', () => {
    expect(kinds(null, build())).toEqual(['started'])
    expect(kinds(null, build({ status: 'canceled' }))).toEqual(['started', 'canceled'])
  })

  it.each([
    ['nothing', {}, []],
    ['another status', { status: 'past_due' }, ['status_changed']],
    ['the end', { status: 'canceled' }, ['canceled']],
    ['another plan', { planId: 'pln_2' }, ['plan_changed']],
    ['another price', { amountMinor: 901 }, ['price_changed']],
    ['another interval', { interval: 'year' }, ['price_changed']],
    ['a later period', { currentPeriodStart: from(-1) }, ['renewed']],
    ['an earlier period', { currentPeriodStart: from(-11) }, []],
  ])('records %s', (_, change, expected) => {
    expect(kinds(build(), build(change))).toEqual(expected)
  })

  it('does not treat the first known period as a renewal', () => {
    expect(kinds(build({ currentPeriodStart: epoch }), build())).toEqual([])
  })

  it("uses the provider's time, or the clock if that is missing or in the future", () => {
    const at = (updatedAt: Date) =>
      eventsOf(build(), build({ status: 'past_due', updatedAt }), now)[0]?.occurredAt.getTime()
    expect([at(from(-2)), at(epoch), at(from(2))]).toEqual([from(-2).getTime(), now.getTime(), now.getTime()])
    expect(eventsOf(null, build({ createdAt: epoch }), now)[0]?.occurredAt).toEqual(from(-50))
  })

  it('has the same ids for the same change and other ids for another', () => {
    const ids = (status: string) => eventsOf(build(), build({ status }), now).map(({ id }) => id)
    expect(ids('past_due')).toEqual(ids('past_due'))
    expect(ids('past_due')).not.toEqual(ids('trialing'))
  })
})

describe('a scheduled end', () => {
  const [ends, with_] = [from(100), { cancelAtPeriodEnd: true }]
  it.each([
    ['from the start', null, { cancelAt: ends }, ['started', 'cancel_scheduled']],
    ['set', {}, with_, ['cancel_scheduled']],
    ['moved', { cancelAt: ends }, { cancelAt: from(101) }, ['cancel_scheduled']],
    ['taken back', with_, {}, ['cancel_withdrawn']],
    ['unchanged', with_, with_, []],
    ['that came', with_, { status: 'canceled' }, ['canceled']],
  ])('%s is recorded', (_, before, after, expected) => {
    expect(kinds(before && build(before), build(after))).toEqual(expected)
  })
})

describe("an administrator's decision", () => {
  const decided = { canceledBy: 'usr_admin', cancelReason: 'Asked by mail' }

  it('to cancel stays when the provider reports something else later', () => {
    const before = build({ ...decided, status: 'canceled' })
    const kept = withDecisionKept(before, build({ updatedAt: from(0), amountMinor: 5, currentPeriodStart: from(-1) }))
    expect(kept).toEqual({ ...before, amountMinor: 5 })
  })

  it('to cancel at period end keeps that period, whatever is renewed', () => {
    const before = build({ ...decided, cancelAtPeriodEnd: true })
    const renewed = build({
      status: 'past_due',
      updatedAt: from(0),
      currentPeriodStart: from(-1),
      currentPeriodEnd: from(9),
    })
    expect(withDecisionKept(before, renewed)).toEqual({ ...before, status: 'past_due', updatedAt: from(0) })
  })

  it('§0018 takes effect early if the provider ends it first', () => {
    const before = build({ ...decided, cancelAtPeriodEnd: true })
    expect(withDecisionKept(before, build({ status: 'canceled' }))).toMatchObject({
      ...decided,
      status: 'canceled',
      cancelAtPeriodEnd: false,
    })
  })

  it('§0018 is absent if the provider canceled, which may withdraw it', () => {
    const renewed = build()
    expect(withDecisionKept(build({ status: 'canceled' }), renewed)).toBe(renewed)
  })
})

describe('subscription counts of each person', () => {
  it('§0018 include active, trialing and past-due subscriptions', () => {
    const started = (status: string) => personDeltas([{ before: null, after: build({ status }) }])
    for (const status of ['active', 'trialing', 'past_due'])
      expect(started(status)).toEqual([{ userId: 'usr_1', delta: 1 }])
    expect(started('canceled')).toEqual([])
  })

  it('change with the person and the end, in id order', () => {
    expect(
      personDeltas([
        { before: build({ userId: 'usr_9' }), after: build({ userId: 'usr_2' }) },
        { before: build({ userId: 'usr_3' }), after: build({ userId: 'usr_3', status: 'canceled' }) },
        { before: build({ userId: 'usr_4' }), after: build({ userId: 'usr_4', status: 'past_due' }) },
        { before: null, after: build({ userId: null }) },
      ]),
    ).toEqual([
      { userId: 'usr_2', delta: 1 },
      { userId: 'usr_3', delta: -1 },
      { userId: 'usr_9', delta: -1 },
    ])
  })
})
