import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowancePeriods } from '@quaff/features/plans/contract'
import { allowanceLeft, allowancePeriod, isOfPass, usagePeriods, type Usage } from './allowance-rules'

const now = new Date('2026-03-11T09:30:00Z')
const pass = { subscriptionId: 'sub_1', merchantId: 'mer_1', planId: 'pln_1' }
const usage = (change: Partial<Usage> = {}): Usage => ({
  merchantId: 'mer_1',
  planId: 'pln_1',
  subscriptionId: 'sub_1',
  day: 1,
  week: 3,
  month: 7,
  lastAt: now,
  ...change,
})
const judge = (allowance: unknown, usages: Usage[], document: object | null = { allowance }) =>
  allowanceLeft({ pass, document: document && { ...document }, usages }, now, 'UTC')

describe('the period of an allowance', () => {
  it.each([
    ['day', 'UTC', '2026-03-11T00:00:00Z', '2026-03-12T00:00:00Z'],
    ['week', 'UTC', '2026-03-09T00:00:00Z', '2026-03-16T00:00:00Z'],
    ['month', 'UTC', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'],
    ['day', 'Pacific/Auckland', '2026-03-10T11:00:00Z', '2026-03-11T11:00:00Z'],
    // Daylight saving time starts on 8 March in New York, so the month is an hour short.
    ['month', 'America/New_York', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
  ] as const)('%s in %s is %s to %s', (per, zone, from, to) => {
    expect(allowancePeriod(per, now, zone)).toEqual({ from: new Date(from), to: new Date(to) })
  })

  it('starts a week on Monday, even when called on Sunday', () => {
    const sunday = new Date('2026-03-15T23:59:59Z')
    expect(allowancePeriod('week', sunday, 'UTC').from).toEqual(new Date('2026-03-09T00:00:00Z'))
  })

  it('contains the given time, and the next period starts at its end', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin')
    fc.assert(
      fc.property(moments, zones, fc.constantFrom(...allowancePeriods), (at, zone, per) => {
        const { from, to } = allowancePeriod(per, at, zone)
        expect(from <= at && at < to).toBe(true)
        expect(allowancePeriod(per, to, zone).from).toEqual(to)
        expect(usagePeriods(at, zone).since <= from).toBe(true)
      }),
    )
  })
})

describe('the pass of a redemption', () => {
  it('is the named subscription, even if another pass has the same plan', () => {
    expect(isOfPass(usage(), pass)).toBe(true)
    expect(isOfPass(usage({ subscriptionId: 'sub_2' }), pass)).toBe(false)
  })

  it('is found by plan and merchant if no subscription is named', () => {
    expect(isOfPass(usage({ subscriptionId: null }), pass)).toBe(true)
    expect(isOfPass(usage({ subscriptionId: null, merchantId: 'mer_2' }), pass)).toBe(false)
    expect(isOfPass(usage({ subscriptionId: null, planId: null }), { ...pass, planId: null })).toBe(false)
  })
})

describe('the rest of an allowance', () => {
  it('counts the period that the plan names', () => {
    expect(judge({ drinks: 5, per: 'week' }, [usage(), usage({ subscriptionId: null, week: 1 })])).toEqual({
      left: { kind: 'limited', drinks: 5, per: 'week', used: 4, left: 1, renewsAt: new Date('2026-03-16T00:00:00Z') },
      findings: [],
    })
  })

  it('is used up until the next period begins', () => {
    expect(judge({ drinks: 1, per: 'day' }, [usage({ day: 2 })])).toMatchObject({
      left: { used: 2, left: 0 },
      findings: [{ reason: 'ALLOWANCE_USED_UP', at: new Date('2026-03-12T00:00:00Z') }],
    })
  })

  it('is uncertain if redemptions without a plan could have used it up', () => {
    const stray = usage({ subscriptionId: null, planId: null, day: 1 })
    expect(judge({ drinks: 1, per: 'day' }, [stray]).findings).toEqual([{ reason: 'ALLOWANCE_UNCERTAIN', count: 1 }])
    expect(judge({ drinks: 2, per: 'day' }, [stray]).findings).toEqual([])
    expect(judge({ drinks: 1, per: 'day' }, [{ ...stray, merchantId: 'mer_2' }]).findings).toEqual([])
  })

  it('is unlimited without an allowance, and unknown if it is unreadable or there is no plan', () => {
    expect(judge(undefined, [usage()], {})).toEqual({ left: { kind: 'unlimited' }, findings: [] })
    expect(judge('two a day', [])).toEqual({
      left: { kind: 'unknown' },
      findings: [{ reason: 'RULE_UNREADABLE', rule: 'allowance' }],
    })
    expect(judge(undefined, [], null)).toEqual({ left: { kind: 'unknown' }, findings: [] })
  })

  it("is never negative or above the plan's allowance, and refuses exactly when nothing is left", () => {
    const drinks = fc.integer({ min: 1, max: 50 })
    fc.assert(
      fc.property(drinks, fc.constantFrom(...allowancePeriods), fc.array(fc.nat(20)), (given, per, counts) => {
        const usages = counts.map((count) => usage({ day: 0, week: 0, month: 0, [per]: count }))
        const { left, findings } = judge({ drinks: given, per }, usages)
        if (left.kind !== 'limited') throw new Error('It has an allowance')
        const used = counts.reduce((sum, count) => sum + count, 0)
        expect([left.used, left.left]).toEqual([used, Math.max(given - used, 0)])
        expect(findings.some(({ reason }) => reason === 'ALLOWANCE_USED_UP')).toBe(used >= given)
      }),
    )
  })
})
