import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listForPromotionInput, promotionIds, promotionSorts } from '../contract'
import { insertPromotion } from '../testing/promotion-factory'
import { listCatalogue, listForMerchant, listForPromotion } from './read-promotions'

let services: TestServices
let admin: UserActor
const days = (count: number) => new Date(Date.UTC(2026, 0, count))

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services, { displayName: 'Maya Lindqvist', email: 'maya@quaff.test' })
  for (const [index, name] of ['Alder', 'alder', 'Beet', 'Cress', 'Dill', 'Élan', '50%_off'].entries()) {
    const { id } = await insertMerchant(services, {
      id: `mer_${index}`,
      name,
      businessType: index % 2 ? 'bar' : 'bakery',
    })
    if (index < 3)
      await insertPromotion(services, {
        merchantId: id,
        enabled: index < 2,
        metadata: index < 2 ? { limitTotal: index + 1, legacy: true } : null,
        updatedAt: days(index + 1),
        updatedBy: index === 0 ? admin.userId : null,
      })
  }
})

const list = (input: object = {}, actor: UserActor = admin) =>
  listForPromotion(contextAs(services, actor), listForPromotionInput.parse({ promotionId: 'happy_hour', ...input }))
const namesOf = async (input: object) => (await list(input)).rows.map(({ merchantName }) => merchantName)

async function walk(input: object): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await list({ ...input, cursor })
    ids.push(...page.rows.map(({ merchantId }) => merchantId))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

describe('the grid of a promotion', () => {
  it('has every merchant, those without a document as disabled', async () => {
    const { rows, total } = await list({ limit: 100 })
    expect(total).toBe(7)
    expect(rows.find(({ merchantId }) => merchantId === 'mer_0')).toMatchObject({
      enabled: true,
      metadata: { limitTotal: 1 },
      updatedBy: admin.userId,
      updatedByName: 'Maya Lindqvist',
      version: 1,
    })
    expect(rows.find(({ merchantId }) => merchantId === 'mer_4')).toMatchObject({
      enabled: false,
      metadata: null,
      updatedAt: null,
      updatedByName: null,
      version: 0,
    })
  })

  it.each(promotionSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'shows each merchant once in pages, by %s %s',
    async (sort, order) => {
      const whole = (await list({ sort, order, limit: 100 })).rows.map(({ merchantId }) => merchantId)
      expect(await walk({ sort, order, limit: 2 })).toEqual(whole)
      expect(new Set(whole).size).toBe(7)
    },
  )

  it.each([
    [{ enabled: true }, ['Alder', 'alder']],
    [{ enabled: true, promotionId: 'early_bird' }, []],
    [{ q: 'LDE' }, ['Alder', 'alder']],
    [{ q: '%_' }, ['50%_off']],
    [{ category: 'bar', enabled: false }, ['Cress', 'Élan']],
    [{ updatedFrom: days(2), updatedTo: days(3) }, ['alder', 'Beet']],
  ])('filters by %j', async (filter, expected) => {
    expect((await namesOf(filter)).sort()).toEqual([...expected].sort())
    expect((await list(filter)).total).toBe(expected.length)
  })

  it('refuses owners: it shows all merchants', async () => {
    const owner = await asOwner(services, ['mer_0'])
    await expect(list({}, owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(listCatalogue(contextAs(services, owner))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

it('the catalogue counts enabled merchants of each promotion', async () => {
  const counts = await listCatalogue(contextAs(services, admin))
  expect(counts.map(({ promotionId }) => promotionId)).toEqual([...promotionIds])
  expect(counts.filter(({ enabledCount }) => enabledCount > 0)).toEqual([
    { promotionId: 'happy_hour', enabledCount: 2 },
  ])
})

describe('the promotions of a merchant', () => {
  it('§7 are the whole catalogue, and what else is stored', async () => {
    await insertPromotion(services, { merchantId: 'mer_6', promotionId: 'summer_2019', metadata: { note: 5 } })
    const { promotions, merchantName } = await listForMerchant(contextAs(services, admin), { merchantId: 'mer_6' })
    expect(merchantName).toBe('50%_off')
    expect(promotions.map(({ promotionId }) => promotionId)).toEqual([...promotionIds, 'summer_2019'])
    expect(promotions.at(-1)).toMatchObject({ enabled: true, metadata: {} })
  })

  it('name its own plans only', async () => {
    const at = services.clock.now()
    await services.db.insert(subscriptionPlans).values([
      { id: 'pln_own', merchantId: 'mer_0', name: 'Own', createdAt: at, updatedAt: at },
      { id: 'pln_other', merchantId: 'mer_1', name: 'Other', createdAt: at, updatedAt: at },
    ])
    const { plans } = await listForMerchant(contextAs(services, admin), { merchantId: 'mer_0' })
    expect(plans).toEqual([{ id: 'pln_own', name: 'Own', active: true }])
  })

  it('are read by owners and viewers of that merchant; a foreign one is not found', async () => {
    for (const actor of [await asOwner(services, ['mer_0']), await asViewer(services, ['mer_0'])]) {
      const { promotions } = await listForMerchant(contextAs(services, actor), { merchantId: 'mer_0' })
      expect(promotions.filter(({ enabled }) => enabled)).toHaveLength(1)
      await expect(listForMerchant(contextAs(services, actor), { merchantId: 'mer_1' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
  })

  it('show merchant roles no address of an administrator', async () => {
    const nameless = await asAdmin(services, { displayName: null })
    await insertPromotion(services, { merchantId: 'mer_5', updatedBy: nameless.userId })
    const nameFor = async (actor: UserActor) =>
      (await listForMerchant(contextAs(services, actor), { merchantId: 'mer_5' })).promotions.find(
        ({ enabled }) => enabled,
      )?.updatedByName
    expect(await nameFor(admin)).toBe(nameless.email)
    expect(await nameFor(await asOwner(services, ['mer_5']))).toBeNull()
  })
})
