import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { payouts } from '../../server/tables'
import { insertCharge } from '../../testing/payout-factory'
import { generatePayouts } from './generate-payouts'
import { previewPayouts } from './preview-payouts'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  services.clock.set('2026-03-10T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
})

/** Amounts that identify the included late charges in every sum. */
const charge = (merchantId: string, start: string, amountMinor: number) =>
  insertCharge(services, { merchantId, periodStart: new Date(start), amountMinor })

it.each([
  ['America/New_York', 'mer_west'],
  ['Asia/Kathmandu', 'mer_east'],
])('a platform that moves from UTC to %s pays every charge once, as the preview shows', async (timeZone, id) => {
  await insertMerchants(services, [{ id }])
  await charge(id, '2026-01-31T20:00:00Z', 1_000)
  await charge(id, '2026-02-01T02:00:00Z', 10)
  await charge(id, '2026-02-10T00:00:00Z', 100)
  await generatePayouts(admin, { period: '2026-01', merchantIds: [id] })
  const moved = { ...admin, settings: { ...admin.settings, timeZone } }
  const { rows } = await previewPayouts(moved, { period: '2026-02', state: 'new' })
  expect(rows.filter(({ merchantId }) => merchantId === id)).toMatchObject([{ gross: 110, renewalCount: 2 }])
  await generatePayouts(moved, { period: '2026-02', merchantIds: [id] })
  const paid = await services.db.select().from(payouts).where(eq(payouts.merchantId, id)).orderBy(payouts.period)
  expect(paid.map(({ period, grossMinor }) => [period, grossMinor])).toEqual([
    ['2026-01', 1_000],
    ['2026-02', 110],
  ])
})
