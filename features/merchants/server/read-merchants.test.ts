import { beforeAll, describe, expect, it } from 'vitest'
import { locations } from '@quaff/features/locations/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantSubscriptionStats, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { Actor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listMerchantsInput, merchantSorts } from '../contract'
import { insertMerchant, insertMerchants } from '../testing/merchant-factory'
import { listMerchants } from './read-merchants'

let services: TestServices
let admin: Actor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const list = (actor: Actor, input: object = {}) =>
  listMerchants(contextAs(services, actor), listMerchantsInput.parse(input))
async function idsOf(actor: Actor, input: object = {}): Promise<string[]> {
  return (await list(actor, input)).rows.map((row) => row.id)
}

async function walk(actor: Actor, input: object): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(actor, { ...input, cursor })
    ids.push(...page.rows.map((row) => row.id))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

describe('paging', () => {
  const names = [
    'Aroma',
    'aroma',
    'Bean',
    'Élan',
    'bean',
    'Zest',
    '東京コーヒー',
    'Crema',
    'Crema',
    'crema',
    'Drip',
    'Öl',
  ]

  beforeAll(async () => {
    const rows = await insertMerchants(
      services,
      names.map((name, index) => ({
        name,
        businessType: 'paging',
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 3))),
      })),
    )
    const withStats = rows.slice(0, 8)
    await services.db
      .insert(merchantSubscriptionStats)
      .values(
        withStats.map((row, index) => ({
          merchantId: row.id,
          activeSubscribers: index % 2,
          monthlyRevenueMinor: (index % 3) * 1000,
          lastActivityAt: index % 4 === 0 ? null : new Date(Date.UTC(2026, 1, index % 2)),
        })),
      )
  })

  it.each(merchantSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'shows every merchant once when sorted by %s, %s, ties and missing figures included',
    async (sort, order) => {
      const whole = await idsOf(admin, { category: 'paging', sort, order, limit: 100 })
      expect(whole).toHaveLength(names.length)
      expect(await walk(admin, { category: 'paging', sort, order, limit: 5 })).toEqual(whole)
    },
  )

  it('goes on behind the longest names, one merchant to a page', async () => {
    await insertMerchants(
      services,
      ['☕', '茶', 'İ'].map((sign) => ({ name: sign.repeat(120), businessType: 'long' })),
    )
    expect(await walk(admin, { category: 'long', limit: 1 })).toEqual(await idsOf(admin, { category: 'long' }))
  })

  it('sorts ascending as the reverse of descending', async () => {
    for (const sort of merchantSorts) {
      const up = await idsOf(admin, { category: 'paging', sort, order: 'asc', limit: 100 })
      expect(await idsOf(admin, { category: 'paging', sort, order: 'desc', limit: 100 })).toEqual(up.reverse())
    }
  })

  it('§7 says there is more when the page is exactly full, and the page after it may be empty', async () => {
    const full = await list(admin, { category: 'paging', limit: names.length })
    expect(full).toMatchObject({ hasMore: true, total: names.length })
    const after = await list(admin, { category: 'paging', limit: names.length, cursor: full.nextCursor })
    expect(after).toEqual({ rows: [], hasMore: false, nextCursor: null, total: null })
    expect(await list(admin, { category: 'paging', limit: names.length + 1 })).toMatchObject({
      hasMore: false,
      nextCursor: null,
    })
  })

  it('§7 sorts by name, descending, 20 to a page unless asked otherwise', async () => {
    expect(listMerchantsInput.parse({})).toMatchObject({ sort: 'name', order: 'desc', limit: 20, tab: 'all' })
    const shown = (await list(admin, { category: 'paging', limit: 100 })).rows.map((row) => row.name.toLowerCase())
    expect(shown.indexOf('zest')).toBeLessThan(shown.indexOf('bean'))
    expect(shown.indexOf('bean')).toBeLessThan(shown.indexOf('aroma'))
  })

  it('refuses a cursor that was made for another order, tampered with or made up', async () => {
    const { nextCursor } = await list(admin, { category: 'paging', limit: 1 })
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const cursors = [
      'x',
      '%%%',
      forged(null),
      forged(['name:desc', 7, 'mer_1']),
      forged(['name:desc', 'a\0', 'mer_1']),
      forged(['name:desc', 'a']),
    ]
    for (const cursor of cursors)
      await expect(list(admin, { cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'CURSOR' })
    await expect(list(admin, { sort: 'created', cursor: nextCursor })).rejects.toMatchObject({ reason: 'CURSOR' })
    await expect(
      list(admin, { sort: 'created', cursor: forged(['created:desc', 8.64e15, 'm']) }),
    ).rejects.toMatchObject({ reason: 'CURSOR' })
  })
})

describe('scope', () => {
  it('§6 shows merchant roles their own merchants only, whatever they ask for', async () => {
    const mine = await insertMerchant(services, { businessType: 'scope', name: 'Mine' })
    const alsoMine = await insertMerchant(services, {
      businessType: 'scope',
      name: 'Also mine',
      status: 'pending_review',
    })
    const foreign = await insertMerchant(services, { businessType: 'scope', name: 'Foreign' })
    for (const actor of [
      await asOwner(services, [mine.id, alsoMine.id]),
      await asViewer(services, [alsoMine.id, mine.id]),
    ]) {
      for (const input of [
        {},
        { category: 'scope' },
        { q: 'm' },
        { tab: 'all', order: 'asc' },
        { limit: 100, sort: 'revenue' },
      ]) {
        const page = await list(actor, input)
        expect(page.rows.map((row) => row.id).sort()).toEqual([mine.id, alsoMine.id].sort())
        expect(page.total).toBe(2)
      }
      expect(await idsOf(actor, { q: 'Foreign' })).toEqual([])
    }
    expect(await idsOf(admin, { category: 'scope' })).toContain(foreign.id)
  })

  it('§6 shows nothing to staff without merchants, and refuses other roles', async () => {
    await insertMerchant(services)
    expect(await list(await asViewer(services, []))).toEqual({ rows: [], hasMore: false, nextCursor: null, total: 0 })
    await expect(list(await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(list({ kind: 'anonymous' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('search', () => {
  it.each([
    ['per%cent', 'PER%', true],
    ['percent', 'per%', false],
    ['under_score', 'R_S', true],
    ['underscore', 'r_s', false],
    ['back\\slash', 'K\\S', true],
    ['Café Ålesund', 'CAFÉ ÅL', true],
    ['東京コーヒー店', '京コ', true],
    ["O'Brien", "o'b", true],
  ])('§5 finds %j by %j: %s', async (name, q, found) => {
    const { id } = await insertMerchant(services, { name })
    expect((await idsOf(admin, { q, limit: 100 })).includes(id)).toBe(found)
  })

  it('§5 is case-insensitive on name, description or contact email, on nothing else', async () => {
    const { id } = await insertMerchant(services, {
      name: 'Alpha',
      description: 'Quiet corner',
      contactEmail: 'Hi@Alpha-Cafe.test',
      businessName: 'Zenith LLC',
      contactPhone: '555 8841',
    })
    for (const q of ['ALPH', 'quiet COR', 'hi@alpha-c', 'corner alpha']) expect(await idsOf(admin, { q })).toContain(id)
    for (const q of ['alphaquiet', 'zenith', '8841', 'springfield']) expect(await idsOf(admin, { q })).not.toContain(id)
  })

  it('takes anything typed', async () => {
    for (const q of ['\0', '\u001f', '\ud800', "'; drop table merchants; --", ' ', '%'.repeat(200)])
      await list(admin, { q })
  })
})

describe('filters', () => {
  it('§7 narrows by status, bank, live, review and creation date', async () => {
    const base = { businessType: 'filters' }
    const day = (date: number) => new Date(Date.UTC(2026, 1, date))
    const live = await insertMerchant(services, { ...base, createdAt: day(1) })
    const review = await insertMerchant(services, {
      ...base,
      status: 'pending_review',
      needsReview: true,
      isLive: false,
      createdAt: day(2),
      bankVerifiedAt: null,
    })
    const setup = await insertMerchant(services, {
      ...base,
      status: 'pending',
      applicationStatus: 'pending_setup',
      isLive: false,
      createdAt: day(3),
      bankVerifiedAt: null,
    })
    const flagged = await insertMerchant(services, { ...base, needsReview: true, createdAt: day(4) })
    const suspended = await insertMerchant(services, { ...base, status: 'suspended', createdAt: day(5) })
    const found = async (input: object) =>
      await idsOf(admin, { category: 'filters', limit: 100, sort: 'created', order: 'asc', ...input })
    expect(await found({ status: 'pending_review' })).toEqual([review.id, flagged.id])
    expect(await found({ status: 'pending' })).toEqual([review.id, setup.id, flagged.id])
    expect(await found({ status: 'active' })).toEqual([live.id, flagged.id])
    expect(await found({ tab: 'review' })).toEqual([review.id, flagged.id])
    expect(await found({ tab: 'live' })).toEqual([live.id])
    expect(await found({ tab: 'setup' })).toEqual([setup.id])
    expect(await found({ tab: 'other' })).toEqual([suspended.id])
    expect(await found({ hasBank: false })).toEqual([review.id, setup.id])
    expect(await found({ hasBank: true, needsReview: true })).toEqual([flagged.id])
    expect(await found({ isLive: false })).toEqual([review.id, setup.id])
    expect(await found({ createdFrom: day(2), createdTo: day(4) })).toEqual([review.id, setup.id, flagged.id])
    expect(await found({ createdFrom: new Date(-8.64e15), createdTo: new Date(8.64e15) })).toHaveLength(5)
    expect(await found({ category: 'a\0b' })).toEqual([])
  })
})

describe('a row', () => {
  it('§3 carries the figures other features keep, one revenue per currency with usd first', async () => {
    const owner = await insertUser(services, { email: 'olive@venue.test', role: 'merchant_owner' })
    const { id } = await insertMerchant(services, {
      name: 'Figures',
      businessType: 'row',
      ownerId: owner.id,
      logoUrl: 'https://a.test/l.png',
      brandingLogoMarkUrl: 'https://a.test/m.png',
    })
    const total = (status: string, currency: string, count: number, monthlyMinor: number) => ({
      merchantId: id,
      status,
      currency,
      count,
      monthlyMinor,
    })
    await services.db
      .insert(subscriptionTotals)
      .values([
        total('active', 'eur', 1, 900),
        total('active', 'usd', 2, 5800),
        total('trialing', 'usd', 1, 700),
        total('active', 'gbp', 0, 0),
      ])
    await services.db
      .insert(merchantSubscriptionStats)
      .values({ merchantId: id, totalSubscribers: 4, activeSubscribers: 3 })
    const { id: other } = await insertMerchant(services, { businessType: 'another row' })
    const at = { createdAt: services.clock.now(), updatedAt: services.clock.now() }
    const place = (number: number, merchantId: string) => ({ id: `loc_row${number}`, merchantId, name: 'Place', ...at })
    await services.db.insert(locations).values([place(1, id), place(2, id), place(3, other)])
    const plan = (number: number, active: boolean) => ({
      id: `pln_row${number}`,
      merchantId: id,
      name: 'Plan',
      active,
      ...at,
    })
    await services.db.insert(subscriptionPlans).values([plan(1, false), plan(2, false)])
    const { rows } = await list(admin, { category: 'row' })
    expect(rows).toHaveLength(1)
    // Everything but a plan: the two are inactive.
    expect(rows[0]).toMatchObject({ completeness: 83, missing: ['plans'] })
    expect(rows[0]).toMatchObject({
      id,
      ownerEmail: 'olive@venue.test',
      logoUrl: 'https://a.test/m.png',
      hasTaxId: true,
      hasBank: true,
      totalSubscribers: 4,
      activeSubscribers: 3,
      monthlyRevenue: [
        { amountMinor: 5800, currency: 'usd' },
        { amountMinor: 900, currency: 'eur' },
      ],
      totalLocations: 2,
      redemptionCount: 0,
      lastActivity: null,
    })
    expect(rows[0]).not.toHaveProperty('taxId')
  })
})
