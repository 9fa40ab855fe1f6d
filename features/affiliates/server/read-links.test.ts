import { expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertLinkRow } from '../testing/link-factory'
import { getLinkTotals } from './read-links'
import { affiliateDays } from './tables'

it('owners see only the clicks of their own merchants, administrators the sum of all', async () => {
  const services = await createTestServices()
  const clicksOf = new Map([
    ['mer_few', 3],
    ['mer_many', 40],
  ])
  for (const [merchantId, clicks] of clicksOf) {
    await insertMerchant(services, { id: merchantId })
    const { id: linkId } = await insertLinkRow(services, { merchantId })
    await services.db.insert(affiliateDays).values({ linkId, day: '2026-01-01', clicks })
  }
  const clicksFor = async (actor: UserActor) => (await getLinkTotals(contextAs(services, actor), {})).clicks
  expect(await clicksFor(await asAdmin(services))).toBe(43)
  for (const [merchantId, clicks] of clicksOf)
    expect(await clicksFor(await asOwner(services, [merchantId]))).toBe(clicks)
})
