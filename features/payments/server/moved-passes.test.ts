import { beforeEach, describe, expect, it } from 'vitest'
import { importIds } from '@quaff/features/imports/tables'
import { importFiles } from '@quaff/features/imports/testing/import-run-factory'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { anonymous } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listCharged, listPasses } from '../testing/pass-period-factory'
import { stripeEvent, stripeSubscription } from '../testing/stripe-event-factory'
import { takePaymentEvent } from './take-event'

let services: TestServices
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2026-02-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-02-01T00:00:00Z', currentPeriodEnd: '2026-03-01T00:00:00Z' }
const pass = { merchantId: 'bar', status: 'active', amount: 2_900, currency: 'usd', ...dated, ...period }
const first = {
  'merchants/bar': { name: 'Bar', status: 'active', ...dated },
  'users/ana': { email: 'ana@people.test', ...dated },
  'users/ana/subscriptions/s1': { ...pass, stripeSubscriptionId: 'sub_first' },
}
const second = { 'users/ana/subscriptions/old': { ...pass, stripeSubscriptionId: 'sub_second' } }
const linesOf = (documents: Record<string, object>) =>
  Object.entries(documents)
    .map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
    .join('')
const paidUntil = '2026-04-15T00:00:00.000Z'
/** A renewal as the provider sends it; the period is that month of 2026. */
const renewed = (id: string, month: number) =>
  takePaymentEvent(
    contextAs(services, anonymous),
    true,
    stripeEvent('customer.subscription.updated', stripeSubscription({ id, metadata: {} }, month), {
      created: Date.UTC(2026, month, 1, 1) / 1_000,
    }),
  )
const passes = () => listPasses(services)
const charged = () => listCharged(services)

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-06-01T12:00:00Z'))
  await importFiles(services, { 'all.ndjson': linesOf(first) }, { paidUntil: '2026-03-15T00:00:00.000Z' })
})

describe('§0044 a pass that a line gives another id', () => {
  it.each([
    ['free until then', 'users/ana/subscriptions/old,pas_new', 'pas_new'],
    ['of one that came by an earlier run', 'users/ana/subscriptions/old,s1', 's1'],
  ])('is found by what the provider calls it, %s, and is not charged what was paid out', async (_what, line, id) => {
    const files = { 'all.ndjson': linesOf(second), 'ids.csv': `document,id\n${line}\n` }
    await importFiles(services, files, { paidUntil })
    expect(await renewed('sub_second', 3)).toMatchObject({ outcome: 'updated' })
    expect(await passes()).toContain(`${id} 2026-04-01`)
    expect(await charged()).toEqual([])
    expect(await renewed('sub_second', 4)).toMatchObject({ outcome: 'updated' })
    expect(await charged()).toEqual([`${id} 2026-05-01`])
    expect(await services.db.$count(subscriptions)).toBe(id === 's1' ? 1 : 2)
  })

  it('is forgotten under that name with the run that led it', async () => {
    await importFiles(
      services,
      { 'all.ndjson': linesOf(second), 'ids.csv': 'document,id\nusers/ana/subscriptions/old,s1\n' },
      { paidUntil },
    )
    expect(await services.db.select().from(importIds)).toMatchObject([{ leads: true, providerId: 'sub_second' }])
    await services.db.delete(importIds)
    expect(await renewed('sub_second', 3)).toMatchObject({ outcome: 'unmatched' })
  })
})
