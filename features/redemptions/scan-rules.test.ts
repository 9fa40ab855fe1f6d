import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explanationSchema, scanLimits, type FindingReason } from './scan-contract'
import { explainCustomer, passesInQuestion, verdictOf, type CustomerDetails, type PassDetails } from './scan-rules'

/** Wednesday. */
const now = new Date('2026-03-11T09:30:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const live = { name: 'Bean There', status: 'active', isLive: true, requireLocationCheck: false, timeZone: null }
const daily = { name: 'Daily Cup', active: true, fields: { allowance: { drinks: 1, per: 'day' } } }
const pass = (change: Partial<PassDetails> = {}): PassDetails => ({
  subscriptionId: 'sub_1',
  status: 'active',
  merchantId: 'mer_1',
  planId: 'pln_1',
  currentPeriodStart: daysAgo(5),
  currentPeriodEnd: daysAgo(-25),
  cancelAtPeriodEnd: false,
  updatedAt: daysAgo(60),
  merchant: live,
  plan: daily,
  ...change,
})
const alder = {
  id: 'loc_1',
  merchantId: 'mer_1',
  name: 'Alder Street',
  fields: { timeZone: 'UTC', hours: { daily: '07:00-19:00' } },
}
const drink = (change: Partial<CustomerDetails['usages'][number]> = {}) => ({
  merchantId: 'mer_1',
  planId: 'pln_1',
  subscriptionId: 'sub_1',
  day: 0,
  week: 0,
  month: 1,
  lastAt: daysAgo(3),
  ...change,
})
const details = (change: Partial<CustomerDetails> = {}): CustomerDetails => ({
  account: { status: 'active', erasedAt: null },
  lastRedemption: null,
  passes: [pass()],
  locations: [alder],
  usages: [drink()],
  ...change,
})
const explain = (change: Partial<CustomerDetails> = {}) => explainCustomer(details(change), now, 'UTC')
const reasonsOf = (change: Partial<CustomerDetails>): FindingReason[] =>
  explain(change).passes.flatMap(({ findings }) => findings.map(({ reason }) => reason))

it('a scan of a paid pass at an open location succeeds', () => {
  expect(explain()).toMatchObject({
    verdict: 'succeeds',
    findings: [],
    passes: [{ verdict: 'succeeds', findings: [], allowance: { left: 1 }, places: [{ state: 'serves' }] }],
  })
  expect(reasonsOf({ passes: [pass({ status: 'trialing' })] })).toEqual([])
})

it('a pass that ends with its period works until then, and reports it', () => {
  const ending = pass({ cancelAtPeriodEnd: true })
  expect(explain({ passes: [ending] })).toMatchObject({ verdict: 'succeeds', passes: [{ endsWithPeriod: true }] })
  expect(explain().passes[0]?.endsWithPeriod).toBe(false)
  const canceled = pass({ cancelAtPeriodEnd: true, status: 'canceled' })
  expect(explain({ passes: [canceled] }).passes[0]?.endsWithPeriod).toBe(false)
})

describe('every reason for a failed scan', () => {
  it.each<[FindingReason, Partial<PassDetails>]>([
    ['PAST_DUE', { status: 'past_due' }],
    ['CANCELED', { status: 'canceled' }],
    ['PERIOD_OVER', { currentPeriodEnd: now }],
    ['PERIOD_NOT_BEGUN', { currentPeriodStart: daysAgo(-1) }],
    ['VENUE_SUSPENDED', { merchant: { ...live, status: 'suspended' } }],
    ['VENUE_ARCHIVED', { merchant: { ...live, status: 'archived' } }],
    ['VENUE_DECLINED', { merchant: { ...live, status: 'rejected' } }],
    ['VENUE_NOT_APPROVED', { merchant: { ...live, status: 'pending_review' } }],
    ['VENUE_NOT_APPROVED', { merchant: { ...live, status: 'pending' } }],
    ['VALID_LOCATIONS_GONE', { plan: { ...daily, fields: { validLocationIds: ['loc_gone'] } } }],
    [
      'OUTSIDE_TIME_WINDOW',
      { plan: { ...daily, fields: { timeWindow: { days: ['sun'], from: '06:00', to: '11:00' } } } },
    ],
  ])('%s', (reason, change) => {
    const { verdict, passes } = explain({ passes: [pass(change)] })
    expect(passes[0]?.findings.map((finding) => finding.reason)).toEqual([reason])
    expect([verdict, passes[0]?.verdict]).toEqual(['fails', 'fails'])
  })

  it('the allowance is used up', () => {
    expect(explain({ usages: [drink({ day: 1 })] })).toMatchObject({
      verdict: 'fails',
      passes: [{ findings: [{ reason: 'ALLOWANCE_USED_UP', at: new Date('2026-03-12T00:00:00Z') }] }],
    })
  })

  it('the location is closed', () => {
    expect(reasonsOf({ locations: [{ ...alder, fields: { hours: { daily: 'closed' } } }] })).toEqual(['CLOSED_NOW'])
  })

  it('no pass at all', () => {
    expect(explain({ passes: [] })).toMatchObject({ verdict: 'fails', passes: [], passesTotal: 0 })
  })

  it('the account is suspended or erased: reported once, for every pass', () => {
    const passes = [pass(), pass({ subscriptionId: 'sub_2' })]
    const suspended = explain({ passes, account: { status: 'suspended', erasedAt: null } })
    expect(suspended.findings).toEqual([{ reason: 'ACCOUNT_SUSPENDED' }])
    expect(suspended.passes.map(({ verdict, findings }) => [verdict, findings])).toEqual([
      ['fails', []],
      ['fails', []],
    ])
    const erased = explain({ account: { status: 'active', erasedAt: daysAgo(1) } })
    expect([erased.verdict, erased.findings]).toEqual(['fails', [{ reason: 'ACCOUNT_ERASED', at: daysAgo(1) }]])
  })

  it('all reasons together', () => {
    const change = { status: 'past_due', currentPeriodEnd: daysAgo(1), merchant: { ...live, status: 'suspended' } }
    const closed = { ...alder, fields: { hours: { daily: 'closed' } } }
    expect(reasonsOf({ passes: [pass(change)], locations: [closed], usages: [drink({ day: 1 })] })).toEqual([
      'PAST_DUE',
      'PERIOD_OVER',
      'ALLOWANCE_USED_UP',
      'VENUE_SUSPENDED',
      'CLOSED_NOW',
    ])
  })
})

describe('unknown facts', () => {
  it.each<[FindingReason, Partial<PassDetails>]>([
    ['STATUS_UNKNOWN', { status: 'paused' }],
    ['PERIOD_UNKNOWN', { currentPeriodEnd: new Date(0) }],
    ['VENUE_UNKNOWN', { merchant: null }],
    ['PLAN_UNKNOWN', { plan: null }],
    ['RULE_UNREADABLE', { plan: { ...daily, fields: { allowance: { drinks: 'two' } } } }],
  ])('%s leaves the verdict open', (reason, change) => {
    const { verdict, passes } = explain({ passes: [pass(change)] })
    expect(passes[0]?.findings.map((finding) => finding.reason)).toEqual([reason])
    expect(verdict).toBe('unknown')
  })

  it('an account that is pending or rejected', () => {
    expect(explain({ account: { status: 'pending', erasedAt: null } })).toMatchObject({
      verdict: 'unknown',
      findings: [{ reason: 'ACCOUNT_STATUS', name: 'pending' }],
    })
  })

  it('deleted names are replaced as specified', () => {
    expect(explain({ passes: [pass({ merchant: null, plan: null })] }).passes[0]).toMatchObject({
      merchantName: 'Unknown Merchant',
      planName: 'Unknown Plan',
      allowance: { kind: 'unknown' },
    })
  })
})

describe('warnings', () => {
  it.each([
    ['9 minutes and 59 seconds ago', 9 + 59 / 60, ['JUST_REDEEMED']],
    ['10 minutes ago', 10, []],
  ] as const)('a redemption %s', (_, minutes, expected) => {
    const usages = [drink({ lastAt: minutesAgo(minutes) })]
    expect(reasonsOf({ usages })).toEqual(expected)
    expect(explain({ usages }).verdict).toBe('succeeds')
  })

  it('a redemption with another pass does not warn', () => {
    expect(reasonsOf({ usages: [drink({ subscriptionId: 'sub_2', lastAt: now })] })).toEqual([])
  })

  it('a plan that is no longer sold, and a merchant with a location check', () => {
    const change = { plan: { ...daily, active: false }, merchant: { ...live, requireLocationCheck: true } }
    expect(reasonsOf({ passes: [pass(change)] })).toEqual(['LOCATION_CHECK', 'PLAN_INACTIVE'])
    const paused = explain({ passes: [pass({ merchant: { ...live, isLive: false } })] })
    expect(paused).toMatchObject({ verdict: 'succeeds', passes: [{ findings: [{ reason: 'VENUE_NOT_LIVE' }] }] })
    expect(explain({ passes: [pass(change)] }).verdict).toBe('succeeds')
  })

  it('the location check of a merchant whose sales are paused, because passes still work there', () => {
    const merchant = { ...live, isLive: false, requireLocationCheck: true }
    expect(reasonsOf({ passes: [pass({ merchant })] }).toSorted()).toEqual(['LOCATION_CHECK', 'VENUE_NOT_LIVE'])
  })
})

describe('several passes', () => {
  it('are listed separately, and one that works is enough', () => {
    const passes = [pass({ status: 'past_due' }), pass({ subscriptionId: 'sub_2' })]
    expect(explain({ passes }).passes.map(({ verdict }) => verdict)).toEqual(['fails', 'succeeds'])
    expect(explain({ passes }).verdict).toBe('succeeds')
  })

  it('list canceled ones for thirty days after current ones, else only the newest', () => {
    const old = pass({ subscriptionId: 'old', status: 'canceled', updatedAt: daysAgo(31) })
    const lately = pass({ subscriptionId: 'lately', status: 'canceled', updatedAt: daysAgo(29) })
    const ids = (passes: PassDetails[]) =>
      passesInQuestion(passes, 'UTC', now).map(({ subscriptionId }) => subscriptionId)
    expect(ids([old, lately, pass()])).toEqual(['sub_1', 'lately'])
    expect(ids([old, pass({ subscriptionId: 'older', status: 'canceled', updatedAt: daysAgo(90) })])).toEqual(['old'])
    expect(ids([])).toEqual([])
  })

  it('are listed up to a limit, and the rest are counted', () => {
    const passes = Array.from({ length: 30 }, (_, index) => pass({ subscriptionId: `sub_${index}` }))
    expect([explain({ passes }).passes.length, explain({ passes }).passesTotal]).toEqual([scanLimits.passes, 30])
  })
})

it('the verdict follows from the findings for any facts, and the response keeps its schema', () => {
  const status = fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'paused')
  const anyPass = fc.record({
    status,
    currentPeriodEnd: fc.constantFrom(new Date(0), daysAgo(1), daysAgo(-1)),
    updatedAt: fc.constantFrom(daysAgo(1), daysAgo(90)),
    merchant: fc.option(
      fc.record({
        name: fc.string(),
        status: fc.string(),
        isLive: fc.boolean(),
        requireLocationCheck: fc.boolean(),
        timeZone: fc.constantFrom(null, 'Pacific/Chatham'),
      }),
    ),
    plan: fc.option(
      fc.record({
        name: fc.string(),
        active: fc.boolean(),
        fields: fc.record({ allowance: fc.jsonValue(), timeWindow: fc.jsonValue(), validLocationIds: fc.jsonValue() }),
      }),
    ),
  })
  const anyDetails = fc.record({
    passes: fc.array(anyPass.map(pass), { maxLength: 4 }),
    locations: fc.array(
      fc.jsonValue().map((hours) => ({ ...alder, fields: { hours } })),
      { maxLength: 3 },
    ),
    usages: fc.array(
      fc.nat(3).map((day) => drink({ day })),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(anyDetails, (change) => {
      const answer = explain(change)
      expect(explanationSchema.safeParse(answer).success).toBe(true)
      for (const { verdict, findings } of answer.passes) {
        expect(verdict).toBe(verdictOf([...answer.findings, ...findings]))
        if (verdict === 'fails') expect(findings.length).toBeGreaterThan(0)
      }
      expect(answer.verdict === 'succeeds').toBe(answer.passes.some(({ verdict }) => verdict === 'succeeds'))
    }),
  )
})
