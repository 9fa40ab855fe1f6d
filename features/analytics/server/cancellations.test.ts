import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { cancellationLimits } from '../cancellations-contract'
import { cancellationReasons } from '../cancellations-rules'
import { getCancellations } from './read-cancellations'
import { getChurn } from './read-churn'

let services: TestServices
const now = new Date('2026-11-22T12:00:00Z')
const range = { from: '2026-11-01', to: '2026-11-22' }
const at = (day: string) => new Date(`${day}T09:00:00Z`)

const base = { merchantId: 'mer_a', planId: 'pln_a', amountMinor: 900, currency: 'usd', interval: 'month' } as const
type Life = Partial<SubscriptionWrite> & { id: string; left: string; was?: SubscriptionWrite['status'] }
/** Began in September and left on a day. */
async function leave(...lives: Life[]): Promise<void> {
  const rows = lives.map(({ left, was = 'active', ...own }) => ({
    begun: { ...base, ...own, status: was, createdAt: at('2026-09-01'), updatedAt: at('2026-09-01') },
    left: { ...base, ...own, status: 'canceled', createdAt: at('2026-09-01'), updatedAt: at(left) },
  }))
  await inTransaction(services, async (tx) => {
    await writeSubscriptions(
      services,
      tx,
      rows.map(({ begun }) => begun),
    )
    await writeSubscriptions(
      services,
      tx,
      rows.map((row) => row.left),
    )
  })
}

beforeEach(async () => {
  services = await createTestServices({ settings: { timeZone: 'UTC' } })
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_a', name: 'Corner Cup' }, { id: 'mer_b' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a', name: 'Morning' })
  await insertUser(services, { id: 'usr_ana', displayName: 'Ana Prado' })
})

describe('cancellations of a range', () => {
  it('are those that the churn counts, with what the paying ones paid, last ones first', async () => {
    const admin = contextAs(services, await asAdmin(services))
    await leave(
      { id: 'sub_early', left: '2026-10-31' },
      { id: 'sub_first', left: '2026-11-01', userId: 'usr_ana', cancelReason: 'Moved away' },
      { id: 'sub_trial', left: '2026-11-05', was: 'trialing' },
      { id: 'sub_euro', left: '2026-11-22', currency: 'eur', merchantId: 'mer_b', planId: null, cancelReason: ' ' },
    )
    const cancellations = await getCancellations(admin, range)
    expect(cancellations).toMatchObject({ count: 3, paying: 2 })
    expect(cancellations.lost).toEqual([
      { amountMinor: 900, currency: 'usd' },
      { amountMinor: 900, currency: 'eur' },
    ])
    expect(cancellations.reasons).toEqual([
      { reason: 'Moved away', isRest: false, count: 1 },
      { reason: null, isRest: false, count: 2 },
    ])
    expect(cancellations.rows.map(({ id }) => id)).toEqual(['sub_euro', 'sub_trial', 'sub_first'])
    expect((await getChurn(admin, range)).total.canceled).toBe(cancellations.count)
    const ofPlan = await getCancellations(admin, { ...range, planId: 'pln_a' })
    expect(ofPlan.rows.map(({ id }) => id)).toEqual(['sub_trial', 'sub_first'])
  })

  it('have masked names and no reasons for owners, and are only their own', async () => {
    await leave(
      { id: 'sub_own', left: '2026-11-03', userId: 'usr_ana', cancelReason: 'Moved away' },
      { id: 'sub_foreign', left: '2026-11-03', merchantId: 'mer_b' },
    )
    const cancellations = await getCancellations(contextAs(services, await asOwner(services, ['mer_a'])), range)
    expect(cancellations).toMatchObject({ count: 1, reasons: null })
    expect(cancellations.rows).toMatchObject([
      { id: 'sub_own', subscriberName: 'Ana P.', email: null, cancelReason: null },
    ])
  })

  it('are named up to a limit, and counted beyond it', async () => {
    const admin = contextAs(services, await asAdmin(services))
    const many = cancellationLimits.rows + 3
    await leave(...Array.from({ length: many }, (_, index) => ({ id: `sub_${index}`, left: '2026-11-03' })))
    const cancellations = await getCancellations(admin, range)
    expect([cancellations.count, cancellations.rows.length]).toEqual([many, cancellationLimits.rows])
  })

  it('have their rarer reasons together, those without one last', () => {
    const of = (reason: string | null, count: number) => ({
      reason,
      count,
      wasStatus: 'active',
      currency: 'usd',
      amountMinor: 0,
    })
    expect(cancellationReasons([of(null, 9), of('b', 1), of('a', 1), of('c', 4), of('c', 1)], 2)).toEqual([
      { reason: 'c', isRest: false, count: 5 },
      { reason: 'a', isRest: false, count: 1 },
      { reason: null, isRest: true, count: 1 },
      { reason: null, isRest: false, count: 9 },
    ])
  })
})
