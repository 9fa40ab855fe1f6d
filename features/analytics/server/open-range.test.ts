import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getOverview } from './get-overview'
import { openRange } from './open-range'

let services: TestServices
let admin: UserActor
const today = '2026-03-10'
const thisWeek = { from: '2026-03-04', to: today }

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: 'America/New_York' } })
  services.clock.set(new Date('2026-03-10T12:00:00Z'))
  admin = await asAdmin(services)
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await insertPlan(services, { id: 'pln_b', merchantId: 'mer_b' })
})
const open = (actor: UserActor, input: object = {}) => openRange(contextAs(services, actor), { ...thisWeek, ...input })
const idsOf = async (actor: UserActor, input: object = {}) => {
  const { scope } = await open(actor, input)
  return scope.all ? 'all' : scope.merchantIds
}

describe('a range that is asked for', () => {
  it('is a window of the days of the platform, with the one before; the clocks went forward between them', async () => {
    const opened = await open(admin)
    expect(opened).toMatchObject({
      days: thisWeek,
      window: { from: new Date('2026-03-04T05:00:00Z'), to: new Date('2026-03-11T04:00:00Z') },
      previous: { days: { from: '2026-02-25', to: '2026-03-03' } },
      today,
      timeZone: 'America/New_York',
    })
    // Today is eight hours old: so is the last day of the window before.
    const previous = { from: new Date('2026-02-25T05:00:00Z'), to: new Date('2026-03-03T13:00:00Z') }
    expect(opened.previous.window(services.clock.now())).toEqual(previous)
  })

  it('of everything is of what the asker may see', async () => {
    expect(await idsOf(admin)).toBe('all')
    expect(await idsOf(await asOwner(services, ['mer_a', 'mer_b']))).toEqual(['mer_a', 'mer_b'])
    expect(await idsOf(await asViewer(services, []))).toEqual([])
    expect(await idsOf(admin, { merchantId: 'mer_b' })).toEqual(['mer_b'])
  })

  it('of a plan is of its merchant alone', async () => {
    expect(await idsOf(admin, { planId: 'pln_b' })).toEqual(['mer_b'])
    expect(await idsOf(await asOwner(services, ['mer_a', 'mer_b']), { planId: 'pln_a' })).toEqual(['mer_a'])
  })

  it.each([
    ['a missing merchant', { merchantId: 'mer_gone' }, 'MERCHANT'],
    ['a foreign merchant', { merchantId: 'mer_b' }, 'MERCHANT'],
    ['a foreign merchant by its plan', { merchantId: 'mer_b', planId: 'pln_b' }, 'MERCHANT'],
    ['a foreign plan', { planId: 'pln_b' }, 'PLAN'],
    ['a missing plan', { planId: 'pln_gone' }, 'PLAN'],
    ['a plan of another merchant than asked for', { merchantId: 'mer_a', planId: 'pln_b' }, 'PLAN'],
  ])('of %s is not found', async (_, input, reason) => {
    await expect(open(await asOwner(services, ['mer_a', 'mer_gone']), input)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason,
    })
  })

  it.each([
    [{ from: today, to: '2026-03-09' }, 'RANGE_BACKWARDS', 'The end date is before the start date.'],
    [{ from: '2026-03-11', to: '2026-03-12' }, 'RANGE_IN_FUTURE', 'The range begins after today.'],
    [{ from: '2016-03-01', to: today }, 'RANGE_TOO_LONG', 'A range can have up to ten years.'],
    [{ from: '1970-01-01', to: '1970-01-02' }, 'RANGE_TOO_EARLY', 'The range begins before 2000-01-01.'],
  ])('is refused: %j', async (input, reason, message) => {
    await expect(open(admin, input)).rejects.toMatchObject({ code: 'BAD_REQUEST', reason, message })
  })

  it('is nothing for other roles', async () => {
    await expect(open(await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('of ten years and a merchant without data are zeros, no rates, and nothing before', async () => {
    const overview = await getOverview(contextAs(services, admin), {
      merchantId: 'mer_a',
      from: '2016-03-11',
      to: '2031-01-01',
      compare: true,
    })
    expect(overview.buckets).toHaveLength(121)
    expect(overview.buckets.at(-1)).toEqual({ from: '2026-03-01', to: today })
    const nothing = { value: 0, previous: null, points: overview.buckets.map(() => 0) }
    expect(overview).toMatchObject({
      bucketSize: 'month',
      active: nothing,
      started: nothing,
      redemptions: nothing,
      monthlyRevenue: [],
      averageRevenue: [],
      churnRate: { value: null, previous: null },
      window: { to: new Date('2026-03-11T04:00:00Z') },
      previousWindow: { from: new Date('2006-03-12T05:00:00Z') },
    })
  })
})
