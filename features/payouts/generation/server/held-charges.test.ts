import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { decideHold, holdCharge } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { previewPayoutsInput } from '../../generation-contract'
import { getRunningMonth } from '../../server/get-running-month'
import { insertCharge } from '../../testing/payout-factory'
import { generatePayouts } from './generate-payouts'
import { previewPayouts } from './preview-payouts'

const services = await createTestServices()
let admin: TestContext
const merchantId = 'mer_a'
const day = (text: string) => new Date(`2026-${text}T08:00:00Z`)

beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: merchantId }])
  await insertCharge(services, { merchantId, subscriptionId: 'sub_free', periodStart: day('02-10') })
})

const heldCharge = async (periodStart: Date) => {
  const charge = { merchantId, subscriptionId: 'sub_held', periodStart, amountMinor: 1_000 }
  await insertCharge(services, charge)
  const hold = { ...charge, reason: 'dispute' as const }
  await inTransaction(services, (tx) => holdCharge(tx, { ...hold, createdAt: services.clock.now() }))
  return (pays: boolean) =>
    inTransaction(services, (tx) => decideHold(tx, hold, { at: services.clock.now(), by: null, pays }))
}
const preview = async (period: string) => {
  const { totals, late } = await previewPayouts(admin, previewPayoutsInput.parse({ period }))
  return { gross: totals[0]?.gross, late }
}
const generate = (period: string) => generatePayouts(admin, { period, merchantIds: [merchantId] })

describe('a held charge', () => {
  it('is in no preview and no payout until its release, and then joins the next payout as late', async () => {
    const decide = await heldCharge(day('02-12'))
    expect(await preview('2026-02')).toEqual({ gross: 2_900, late: 0 })
    await generate('2026-02')
    expect(await preview('2026-03').catch(() => 'running')).toBe('running')
    await decide(true)
    services.clock.set('2026-04-02T12:00:00Z')
    expect(await preview('2026-03')).toEqual({ gross: 1_000, late: 1 })
    expect((await generate('2026-03')).results[0]?.outcome).toBe('generated')
    expect(await preview('2026-02')).toEqual({ gross: undefined, late: 0 })
  })

  it('released before its month is generated belongs to its month', async () => {
    const decide = await heldCharge(day('02-12'))
    await decide(true)
    expect(await preview('2026-02')).toEqual({ gross: 3_900, late: 0 })
  })

  it('that is withheld is never paid', async () => {
    const decide = await heldCharge(day('02-12'))
    await generate('2026-02')
    expect(await decide(false)).toMatchObject({ releasedAt: null })
    expect(await decide(true)).toBeUndefined()
    services.clock.set('2026-04-02T12:00:00Z')
    expect(await preview('2026-03')).toEqual({ gross: undefined, late: 0 })
  })

  it('is not in the sums of the running month', async () => {
    const soFar = async () => (await getRunningMonth(admin, { merchantId })).soFar
    await heldCharge(day('03-05'))
    expect(await soFar()).toEqual([])
  })
})
