import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant, insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { applicationStatuses, listMerchantsInput, merchantStatuses, merchantTabs } from '../contract'
import { matchesStatus, merchantTab } from '../rules'
import { statusWhere, tabExpression } from './merchant-store'
import { countMerchants, getMerchant, listMerchantOptions, listMerchants } from './read-merchants'
import { merchants } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const states = fc.record({
  status: fc.constantFrom(...merchantStatuses, 'imported'),
  needsReview: fc.boolean(),
  isLive: fc.boolean(),
  applicationStatus: fc.constantFrom(...applicationStatuses, null),
})

describe('rules and SQL', () => {
  it('§4 agree on the tab and the status filter of random merchants', async () => {
    const rows = await insertMerchants(
      services,
      fc.sample(states, 150).map((details) => ({ ...details, businessType: 'random' })),
    )
    const read = {
      id: merchants.id,
      tab: tabExpression,
      status: merchants.status,
      needsReview: merchants.needsReview,
      isLive: merchants.isLive,
      applicationStatus: merchants.applicationStatus,
    }
    const stored = await services.db.select(read).from(merchants).where(eq(merchants.businessType, 'random'))
    expect(stored).toHaveLength(rows.length)
    for (const row of stored) expect(row.tab, JSON.stringify(row)).toBe(merchantTab(row))
    for (const status of merchantStatuses) {
      const found = await services.db.select({ id: merchants.id }).from(merchants).where(statusWhere(status))
      const expected = stored.filter((row) => matchesStatus(row, status)).map((row) => row.id)
      expect(found.map((row) => row.id).sort()).toEqual(expected.sort())
    }
  })
})

describe('counts', () => {
  it('put each merchant into exactly one tab, so that the four add up to all', async () => {
    const context = contextAs(services, await asAdmin(services))
    const { all, ...tabs } = await countMerchants(context)
    expect(all).toBe(await services.db.$count(merchants))
    expect(Object.values(tabs).reduce((sum, count) => sum + count)).toBe(all)
    for (const tab of merchantTabs) {
      const { total } = await listMerchants(context, listMerchantsInput.parse({ tab, limit: 1 }))
      expect(total).toBe(tab === 'all' ? all : tabs[tab])
    }
  })

  it('count only what the asker may see', async () => {
    const mine = await insertMerchant(services, { status: 'pending_review' })
    expect(await countMerchants(contextAs(services, await asOwner(services, [mine.id])))).toEqual({
      all: 1,
      live: 0,
      review: 1,
      setup: 0,
      other: 0,
    })
    expect(await countMerchants(contextAs(services, await asViewer(services, [])))).toEqual({
      all: 0,
      live: 0,
      review: 0,
      setup: 0,
      other: 0,
    })
  })
})

describe('one merchant', () => {
  it('is refused alike when missing and when foreign', async () => {
    const mine = await insertMerchant(services)
    const foreign = await insertMerchant(services)
    const owner = contextAs(services, await asOwner(services, [mine.id]))
    expect(await getMerchant(owner, { merchantId: mine.id })).toMatchObject({ id: mine.id, completeness: 67 })
    const refusal = { code: 'NOT_FOUND', reason: 'MERCHANT', message: 'Merchant not found, or you don’t have access.' }
    await expect(getMerchant(owner, { merchantId: foreign.id })).rejects.toMatchObject(refusal)
    await expect(getMerchant(owner, { merchantId: 'mer_missing' })).rejects.toMatchObject(refusal)
    await expect(
      getMerchant(contextAs(services, await asAdmin(services)), { merchantId: 'mer_missing' }),
    ).rejects.toMatchObject(refusal)
    await expect(
      getMerchant(contextAs(services, await asOwner(services, ['mer_deleted'])), { merchantId: 'mer_deleted' }),
    ).rejects.toMatchObject(refusal)
  })
})

describe('a request for changes', () => {
  it.each([
    [{ items: ['bank', 'gone', 'address'], note: 'N', requestedAt: '2026-01-02T03:04:05Z' }, ['address', 'bank'], 'N'],
    [{ requestedAt: '2026-01-02T03:04:05Z' }, [], ''],
    [{ items: ['bank'], note: 'N' }, null, null],
    [[], null, null],
  ])('that is stored as %j is read as %j', async (stored, items, note) => {
    const { id } = await insertMerchant(services)
    await services.db.execute(
      sql`update merchants set change_request = ${JSON.stringify(stored)}::jsonb where id = ${id}`,
    )
    const { changeRequest } = await getMerchant(contextAs(services, await asAdmin(services)), { merchantId: id })
    expect([changeRequest?.items ?? null, changeRequest?.note ?? null]).toEqual([items, note])
  })
})

describe('options of the switcher', () => {
  it('are at most 50, by name, searched on the server, within the scope', async () => {
    const mine = await insertMerchants(
      services,
      Array.from({ length: 55 }, (_, index) => ({ name: `Option-${String(index).padStart(2, '0')}` })),
    )
    const admin = contextAs(services, await asAdmin(services))
    expect(await listMerchantOptions(admin, {})).toHaveLength(50)
    const last = mine.at(-1)
    expect(await listMerchantOptions(admin, { q: ` ${last?.id},` })).toMatchObject([{ name: last?.name }])
    const found = await listMerchantOptions(admin, { q: 'OPTION-5' })
    expect(found.map((option) => option.name)).toEqual([
      'Option-50',
      'Option-51',
      'Option-52',
      'Option-53',
      'Option-54',
    ])
    const owner = contextAs(services, await asOwner(services, [mine[3]?.id ?? '']))
    expect((await listMerchantOptions(owner, { q: 'option' })).map((option) => option.name)).toEqual(['Option-03'])
    expect(await listMerchantOptions(contextAs(services, await asViewer(services, [])), {})).toEqual([])
  })

  it('§3 show branding.logoUrl, then branding.logoMarkUrl, then logoUrl', async () => {
    const logos = { brandingLogoUrl: '/b.png', brandingLogoMarkUrl: '/m.png', logoUrl: '/l.png' }
    await insertMerchants(services, [
      { name: 'Logo 1', ...logos },
      { name: 'Logo 2', ...logos, brandingLogoUrl: null },
      { name: 'Logo 3', logoUrl: '/l.png' },
      { name: 'Logo 4' },
    ])
    const options = await listMerchantOptions(contextAs(services, await asAdmin(services)), { q: 'logo ' })
    expect(options.map(({ logoUrl }) => logoUrl)).toEqual(['/b.png', '/m.png', '/l.png', null])
  })
})
