import { beforeAll, describe, expect, it } from 'vitest'
import { merchantScope, scopeToMerchant, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertMerchants } from '../testing/merchant-factory'
import { listMerchantGroups, sumOf } from './merchant-counts-store'
import { lockMerchant, updateMerchantRow } from './merchant-record-store'
import {
  findMerchantRow,
  listKnownMerchantIds,
  listMerchantNames,
  listMerchantsByIds,
  requireMerchant,
} from './merchant-store'
import { listWaiting } from './review-store'

let services: TestServices
let scope: MerchantScope
let own: OneMerchant
const both = ['mer_own', 'mer_foreign']
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(
    services,
    both.map((id) => ({ id, needsReview: true })),
  )
  const owner = await asOwner(services, ['mer_own'])
  scope = merchantScope(owner)
  own = scopeToMerchant(owner, 'mer_own')
})

/** Queries enforce the scope themselves, independent of the caller's permission check. */
describe('the scope of a query of merchants', () => {
  it('finds and locks the one merchant that it is of', async () => {
    expect(await findMerchantRow(services.db, own)).toMatchObject({ merchant: { id: 'mer_own' } })
    expect(await inTransaction(services, (tx) => lockMerchant(tx, own))).toMatchObject({ id: 'mer_own' })
  })

  it('is not made of a foreign merchant, and finds none that has gone', async () => {
    const owner = await asOwner(services, ['mer_own', 'mer_gone'])
    const lock = async (id: string) => inTransaction(services, (tx) => lockMerchant(tx, scopeToMerchant(owner, id)))
    for (const id of ['mer_foreign', 'mer_gone']) await expect(lock(id)).rejects.toMatchObject({ reason: 'MERCHANT' })
    const gone = scopeToMerchant(owner, 'mer_gone')
    expect(await findMerchantRow(services.db, gone)).toBeUndefined()
    await expect(requireMerchant(services.db, gone)).rejects.toMatchObject({ reason: 'MERCHANT' })
    expect(await requireMerchant(services.db, own)).toBe(own)
  })

  it('changes nothing that has gone in the meantime', async () => {
    const change = inTransaction(services, async (tx) => {
      const merchant = await lockMerchant(tx, own)
      return updateMerchantRow(tx, { ...merchant, id: 'mer_gone' }, { name: 'Back' }, services.clock.now())
    })
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leaves a foreign one out of many', async () => {
    expect((await listMerchantsByIds(services.db, scope, both)).map(({ id }) => id)).toEqual(['mer_own'])
    expect([...(await listMerchantNames(services.db, scope, both)).keys()]).toEqual(['mer_own'])
    expect(await listKnownMerchantIds(services.db, scope, both)).toEqual(['mer_own'])
  })

  it('counts and queues own ones only', async () => {
    expect(sumOf(await listMerchantGroups(services.db, scope))).toBe(1)
    expect(await listWaiting(services.db, scope, 10)).toMatchObject([{ id: 'mer_own', total: 1 }])
  })
})
