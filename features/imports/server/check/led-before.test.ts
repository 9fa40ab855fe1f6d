import { beforeEach, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { planPrices } from '@quaff/features/plans/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { redemptions } from '@quaff/features/redemptions/tables'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { type Documents, importDocuments, importFiles } from '../../testing/import-run-factory'
import { linesOf } from '../../testing/round-trip-factory'
import { buildSourceFiles } from '../../testing/source-files-factory'
import { checkSources } from './check-sources'
import { findHere } from './existing-store'

type Only = NonNullable<NonNullable<Parameters<typeof checkSources>[3]>['only']>

let services: TestServices
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }
const drink = { merchantId: 'bar', redeemedAt: '2026-11-20T08:00:00Z' }
/** Everything but redemptions and prices exists here under other ids, to which ID lines of an earlier run lead. */
const business: Documents = {
  'users/ana': { email: 'ana@people.test', ...dated },
  'merchants/bar': { name: 'Old bar', status: 'active', ...dated },
  'merchants/bar/locations/main': { name: 'Main', ...dated },
  'merchants/bar/subscriptionPlans/daily': { name: 'Daily', ...dated },
  'merchants/bar/subscriptionPlans/daily/prices/monthly': { amount: 2_900, interval: 'month' },
  'users/ana/subscriptions/s1': { merchantId: 'bar', planId: 'daily', status: 'active', amount: 2_900, ...dated },
  'users/ana/redemptions/r1': { ...drink, planId: 'daily', locationId: 'main', subscriptionId: 's1' },
}
const lines = `document,id
users/ana,usr_ana
merchants/bar,mer_bar
merchants/bar/locations/main,loc_here
merchants/bar/subscriptionPlans/daily,pla_here
users/ana/subscriptions/s1,sub_here
`
const fileOf = (documents: Documents) => linesOf(Object.entries(documents).map(([path, data]) => ({ path, data })))
const check = (documents: Documents, only: Only) =>
  checkSources(
    buildSourceFiles({ 'all.ndjson': fileOf(documents) }),
    { problem() {}, progress() {} },
    (names) => findHere(services.db, names),
    { only },
  )

const passHere = {
  id: 'sub_here',
  merchantId: 'mer_bar',
  userId: 'usr_ana',
  status: 'active',
  createdAt: new Date('2024-01-01Z'),
  updatedAt: new Date('2024-01-01Z'),
}

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-11-23T12:00:00Z'))
  await insertMerchants(services, [{ id: 'mer_bar' }])
  await insertUser(services, { id: 'usr_ana' })
  await insertLocation(services, { id: 'loc_here', merchantId: 'mer_bar' })
  await insertPlan(services, { id: 'pla_here', merchantId: 'mer_bar', prices: [] })
  await insertPlan(services, { id: 'weekly', merchantId: 'mer_bar', prices: [] })
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, [passHere]))
  await importFiles(services, { 'all.ndjson': fileOf(business), 'ids.csv': lines }, { only: ['merchants', 'users'] })
})

describe('§0044 a record that ID lines of an earlier run lead to', () => {
  it('is not missing in a check of redemptions and prices only, which are then imported', async () => {
    for (const kind of ['redemptions', 'prices'] as const) {
      const only = [kind]
      expect((await check(business, only)).problems.filter(({ level }) => level !== 'note')).toEqual([])
      expect((await importDocuments(services, business, { only })).counts[kind]).toMatchObject({
        created: 1,
        skipped: 0,
      })
    }
    expect(await services.db.select().from(redemptions)).toMatchObject([
      { merchantId: 'mer_bar', planId: 'pla_here', locationId: 'loc_here', subscriptionId: 'sub_here' },
    ])
    expect(await services.db.select().from(planPrices)).toMatchObject([{ planId: 'pla_here' }])
  })

  it('includes the records below it here, by their own ids', async () => {
    const weekly = { 'users/ana/redemptions/r2': { ...drink, planId: 'weekly', subscriptionId: 'sub_here' } }
    expect((await check(weekly, ['redemptions'])).problems).toEqual([])
    expect((await importDocuments(services, weekly, { only: ['redemptions'] })).counts.redemptions).toMatchObject({
      created: 1,
    })
  })

  it('does not hide missing records: check and import skip the same documents', async () => {
    const lost = {
      'users/ana/redemptions/r3': { ...drink, planId: 'gone', locationId: 'gone', subscriptionId: 'gone' },
    }
    const { problems, collections } = await check(lost, ['redemptions'])
    expect(problems.map(({ fault }) => fault).toSorted()).toEqual([
      'unknown_location',
      'unknown_plan',
      'unknown_subscription',
    ])
    expect(collections).toMatchObject([{ skipped: 1 }])
    expect((await importDocuments(services, lost, { only: ['redemptions'] })).counts.redemptions).toMatchObject({
      skipped: 1,
    })
  })
})
