import { beforeAll, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { type Context, inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listMerchantsInput, type ListMerchantsInput } from '../contract'
import { getMerchant, listMerchants } from './read-merchants'

let services: TestServices
let ctx: Context
const day = (date: number) => new Date(Date.UTC(2026, 0, date))

beforeAll(async () => {
  services = await createTestServices()
  ctx = contextAs(services, await asAdmin(services))
})

let written = 0
const subscribe = (merchantId: string, rows: Partial<SubscriptionWrite>[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map((row) => ({
        id: `sub_${(written += 1)}`,
        merchantId,
        status: 'active',
        amountMinor: 1_000,
        createdAt: day(1),
        updatedAt: day(1),
        ...row,
      })),
    ),
  )
const redeem = (merchantId: string, count: number) =>
  inTransaction(services, (tx) =>
    writeRedemptions(
      services,
      tx,
      Array.from({ length: count }, () => ({
        eventId: `evt_${(written += 1)}`,
        id: `red_${written}`,
        merchantId,
        redeemedAt: day(2),
      })),
    ),
  )
const list = async (input: Partial<ListMerchantsInput>) =>
  (await listMerchants(ctx, listMerchantsInput.parse(input))).rows

describe('derived merchant stats (spec §3)', () => {
  it('§3 §7 count active, trialing and past_due as totalSubscribers, and the newest subscription as lastActivity', async () => {
    const { id } = await insertMerchant(services)
    await subscribe(id, [
      { createdAt: day(3) },
      { interval: 'year', amountMinor: 29_000 },
      { status: 'trialing', createdAt: day(9) },
      { status: 'past_due' },
      { status: 'canceled', createdAt: day(5), updatedAt: day(20) },
    ])
    await redeem(id, 3)
    for (let place = 0; place < 2; place += 1) await insertLocation(services, { merchantId: id })
    expect(await getMerchant(ctx, { merchantId: id })).toMatchObject({
      totalSubscribers: 4,
      activeSubscribers: 2,
      monthlyRevenue: [{ amountMinor: 1_000 + 2_417, currency: 'usd' }],
      totalLocations: 2,
      redemptionCount: 3,
      lastActivity: day(9),
    })
  })

  it('§8 default to zeros', async () => {
    const { id } = await insertMerchant(services, { businessType: 'zeros' })
    const zeros = {
      totalSubscribers: 0,
      activeSubscribers: 0,
      monthlyRevenue: [],
      totalLocations: 0,
      redemptionCount: 0,
      lastActivity: null,
    }
    expect(await getMerchant(ctx, { merchantId: id })).toMatchObject(zeros)
    expect(await list({ category: 'zeros' })).toMatchObject([{ id, ...zeros }])
  })
})

describe('the merchant list query (spec §7)', () => {
  it('§7 takes the category from contactInfo.businessType', async () => {
    const bar = await insertMerchant(services, { businessType: 'kombucha_bar' })
    await insertMerchant(services, { businessType: 'kombucha_lab', description: 'kombucha_bar' })
    expect((await list({ category: 'kombucha_bar' })).map(({ id }) => id)).toEqual([bar.id])
  })

  it('§7 sorts by name, subscribers, revenue, activity and created, descending unless asked otherwise', async () => {
    const details = [
      { id: 'mer_a', name: 'Alder', createdAt: day(3), subscribers: 2, amountMinor: 900, active: day(12) },
      { id: 'mer_b', name: 'Birch', createdAt: day(1), subscribers: 3, amountMinor: 100, active: day(11) },
      { id: 'mer_c', name: 'Cedar', createdAt: day(2), subscribers: 1, amountMinor: 1_000, active: day(13) },
    ]
    for (const { id, name, createdAt, subscribers, amountMinor, active } of details) {
      await insertMerchant(services, { id, name, createdAt, businessType: 'sorted' })
      await subscribe(
        id,
        Array.from({ length: subscribers }, () => ({ amountMinor, createdAt: active })),
      )
    }
    const sorted = async (input: Partial<ListMerchantsInput>) =>
      (await list({ category: 'sorted', ...input })).map(({ name }) => name)
    expect(await sorted({})).toEqual(['Cedar', 'Birch', 'Alder'])
    expect(await sorted({ sort: 'subscribers' })).toEqual(['Birch', 'Alder', 'Cedar'])
    expect(await sorted({ sort: 'revenue' })).toEqual(['Alder', 'Cedar', 'Birch'])
    expect(await sorted({ sort: 'activity' })).toEqual(['Cedar', 'Alder', 'Birch'])
    expect(await sorted({ sort: 'created' })).toEqual(['Alder', 'Cedar', 'Birch'])
    expect(await sorted({ sort: 'revenue', order: 'asc' })).toEqual(['Birch', 'Cedar', 'Alder'])
  })
})

describe('a merchant (spec §3)', () => {
  it('§3 carries profile, contact, address, settings, branding and owner as stored', async () => {
    const details = {
      id: 'mer_whole',
      name: 'Whole',
      description: 'All of it',
      logoUrl: 'https://a.test/l.png',
      contactEmail: 'hi@whole.test',
      contactPhone: '555',
      website: 'https://whole.test',
      businessType: 'bar',
      businessName: 'Whole LLC',
      allowMultipleLocations: false,
      requireLocationCheck: true,
      brandingLogoUrl: 'https://a.test/b.png',
      brandingLogoMarkUrl: 'https://a.test/m.png',
      brandingUpdatedAt: day(4),
      createdAt: day(1),
      updatedAt: day(2),
      isLive: false,
      ownerId: null,
      status: 'pending_review',
      needsReview: true,
      applicationStatus: 'submitted',
      address: { line1: '1 Quay', city: 'Kiel' },
    } as const
    await insertMerchant(services, { ...details, taxId: '12-3454417' })
    const { logoUrl, ...stored } = details
    const record = await getMerchant(ctx, { merchantId: details.id })
    expect(record).toMatchObject(stored)
    expect([logoUrl, record.logoUrl]).toEqual(['https://a.test/l.png', details.brandingLogoUrl])
    expect(record.taxIdMasked).toMatch(/4417$/)
    expect(JSON.stringify(record)).not.toContain('12-3454417')
  })
})
