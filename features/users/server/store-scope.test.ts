import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertUser } from '../testing/user-factory'
import { findAccessContext, listOwnedMerchants, lockUser } from './access-store'
import { countUserRows, findUserRecord, listUserKeys, listUsersByIds } from './user-store'

let services: TestServices
let own: MerchantScope
let other: MerchantScope
const person = 'usr_foreign'
const both = 'usr_both'

beforeAll(async () => {
  services = await createTestServices()
  await insertUser(services, { id: person, role: 'merchant_owner', merchantIds: ['mer_foreign'] })
  await insertUser(services, { id: both, role: 'merchant_viewer', merchantIds: ['mer_own', 'mer_foreign'] })
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign', ownerId: person }])
  own = merchantScope(await asOwner(services, ['mer_own']))
  other = merchantScope(await asOwner(services, ['mer_foreign']))
})

const answers: Record<string, (scope: MerchantScope) => Promise<number>> = {
  'a person by id': async (scope) => Number(Boolean(await findUserRecord(services.db, scope, person))),
  'people by their ids': async (scope) => (await listUsersByIds(services.db, scope, [person])).length,
  'the ids of all': async (scope) =>
    (await listUserKeys(services.db, scope, {}, { sort: 'created', order: 'desc', limit: 9 })).filter(
      ({ id }) => id === person,
    ).length,
  'the lock of a person': (scope) =>
    inTransaction(services, async (tx) => Number(Boolean(await lockUser(tx, scope, person)))),
  'the merchants of a person': async (scope) =>
    (await findUserRecord(services.db, scope, person))?.merchants.length ?? 0,
  'what a person is the owner of': async (scope) => (await listOwnedMerchants(services.db, scope, person)).length,
  'whether a person is an owner on record': async (scope) =>
    Number((await findAccessContext(services.db, scope, person))?.ownsMerchant),
}

/** Stores check the scope themselves, independent of what the procedure authorized. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('§6 is there in the own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})

it('a filter by a foreign merchant finds no one, not even someone who works for an own one too', async () => {
  expect(await countUserRows(services.db, own, {})).toBe(2)
  expect(await countUserRows(services.db, own, { merchantId: 'mer_foreign' })).toBe(0)
})
