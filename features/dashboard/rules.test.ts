import { describe, expect, it } from 'vitest'
import { approximateChange, changeOr, netRevenue, percentChange, quickActions, sampleMetrics } from './rules'

describe('net revenue (spec §9)', () => {
  it.each([
    [10_000, 0, 10_000],
    [10_000, 5, 9_500],
    [999, 3.4, 965],
    [10_000, 100, 0],
  ])('§9 %d less %d percent churn is %d', (amountMinor, churn, expected) => {
    expect(netRevenue([{ amountMinor, currency: 'usd' }], churn)).toEqual([{ amountMinor: expected, currency: 'usd' }])
  })

  it('keeps currencies apart', () => {
    const totals = [
      { amountMinor: 1_000, currency: 'usd' },
      { amountMinor: 200, currency: 'eur' },
    ]
    expect(netRevenue(totals, 10).map(({ amountMinor }) => amountMinor)).toEqual([900, 180])
  })
})

describe('changes (G24)', () => {
  it.each([
    [110, 100, 10],
    [100, 110, -9.1],
    [5, 5, 0],
    [0, 0, 0],
    [5, 0, null],
    [5, null, null],
    [5, undefined, null],
    [0, 4, -100],
  ])('from %s against %s', (now, before, expected) => {
    expect(percentChange(now, before)).toBe(expected)
  })

  it('§G24 are measured where the store has the earlier period', () => {
    expect(changeOr(12, 104, { before: 100, recordedSince: null })).toEqual({ percent: 4, source: 'live' })
  })

  it('§9 fall back to 12 % for subscribers and 15 % for redemptions, marked as estimates', () => {
    expect(approximateChange).toEqual({ subscribersPercent: 12, redemptionsPercent: 15 })
    const [recordedSince, unknown] = [new Date(0), { before: null, recordedSince: new Date(0) }]
    expect(changeOr(approximateChange.subscribersPercent, 104, unknown)).toEqual({
      percent: 12,
      source: 'estimate',
      missing: { reason: 'unrecorded', recordedSince },
    })
    expect(changeOr(approximateChange.redemptionsPercent, 0, unknown)).toMatchObject({ percent: 0, source: 'estimate' })
    expect(changeOr(approximateChange.redemptionsPercent, 4, { ...unknown, before: 0 }).missing?.reason).toBe(
      'none_before',
    )
  })
})

describe('the sample (spec §8)', () => {
  it('has 847 redemptions and says what it is', () => {
    expect(sampleMetrics.redemptionsToday).toBe(847)
    expect(sampleMetrics.source).toBe('sample')
  })
})

describe('quick actions (spec §2)', () => {
  it('§2.8 lead to the six places', () => {
    expect(
      quickActions({ pendingMerchants: 0, merchantsInReview: 0, pendingApprovals: 0 }).map(({ href }) => href),
    ).toEqual([
      '/merchants?status=pending',
      '/merchants?action=create',
      '/payouts?action=generate',
      '/analytics',
      '/users',
      '/settings?tab=health',
    ])
  })

  it('are urgent and counted only while someone waits', () => {
    const [idle] = quickActions({ pendingMerchants: 0, merchantsInReview: 0, pendingApprovals: 0 })
    expect(idle).not.toHaveProperty('count')
    expect(idle).not.toHaveProperty('urgent')
    const busy = quickActions({ pendingMerchants: 7, merchantsInReview: 5, pendingApprovals: 3 })
    expect(busy[0]).toMatchObject({ count: 7, urgent: true, description: '5 in review · 2 in setup' })
    expect(busy.find(({ id }) => id === 'users')).toMatchObject({ count: 3 })
    expect(busy.flatMap(({ oldest }) => oldest?.href ?? [])).toEqual([
      '/merchants?desk=true',
      '/users?status=pending_approval&sort=created&order=asc',
    ])
    const inSetup = quickActions({ pendingMerchants: 2, merchantsInReview: 0, pendingApprovals: 0 })
    expect(inSetup.flatMap(({ oldest }) => oldest?.href ?? [])).toEqual([])
  })
})
