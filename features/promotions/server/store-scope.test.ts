import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listForPromotionInput } from '../contract'
import { insertPromotion } from '../testing/promotion-factory'
import {
  countEnabled,
  countGridRows,
  findStoredRow,
  listGridRows,
  listGridRowsOf,
  listOfMerchant,
  listPlanChoices,
} from './promotion-store'

let services: TestServices
let own: OneMerchant
let other: OneMerchant
const key = { merchantId: 'mer_foreign', promotionId: 'early_bird' }
const grid = listForPromotionInput.parse({ promotionId: 'early_bird' })

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_foreign' }])
  await insertPromotion(services, key)
  await insertPlan(services, { merchantId: 'mer_foreign' })
  own = scopeToMerchant(await asOwner(services, ['mer_own']), 'mer_own')
  other = scopeToMerchant(await asOwner(services, ['mer_foreign']), 'mer_foreign')
})

const answers: Record<string, (scope: OneMerchant) => Promise<number>> = {
  'the grid': async (scope) => (await listGridRows(services.db, scope, grid)).length,
  'its count': (scope) => countGridRows(services.db, scope, grid),
  'rows for many merchants': async (scope) =>
    (await listGridRowsOf(services.db, scope, key.promotionId, [key.merchantId])).length,
  'how many use it': async (scope) => (await countEnabled(services.db, scope)).get(key.promotionId) ?? 0,
  'the promotions of a merchant': async (scope) => (await listOfMerchant(services.db, scope)).length,
  'a promotion of a merchant': async (scope) =>
    Number(Boolean(await findStoredRow(services.db, scope, key.promotionId))),
  'plans to narrow one to': async (scope) => (await listPlanChoices(services.db, scope)).length,
}

/** Stores check the scope themselves, independent of what the procedure authorized. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is there in the own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})
