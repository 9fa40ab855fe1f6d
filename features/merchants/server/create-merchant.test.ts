import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { createMerchantInput } from '../contract'
import { createMerchant } from './create-merchant'
import { merchants } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const create = (input: object, ctx = admin) => createMerchant(ctx, createMerchantInput.parse(input))
const auditsOf = (targetId: string) =>
  services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, targetId))

describe('a merchant made by an administrator', () => {
  it('§4 is pending_review with needsReview, audited, and told to live readers', async () => {
    const record = await create({
      name: ' Half Moon ',
      businessType: 'bakery',
      contactEmail: 'Hi@Half-Moon.test',
      contactPhone: '',
      website: 'https://half-moon.test',
      address: { line1: '1 High Street', line2: ' ', city: 'Oslo' },
    })
    expect(record).toMatchObject({
      name: 'Half Moon',
      status: 'pending_review',
      needsReview: true,
      isLive: false,
      applicationStatus: null,
      ownerId: null,
      contactEmail: 'hi@half-moon.test',
      contactPhone: null,
      website: 'https://half-moon.test',
      address: { line1: '1 High Street', city: 'Oslo' },
      version: 1,
    })
    expect(record.address).not.toHaveProperty('line2')
    const audits = await auditsOf(record.id)
    expect(audits).toMatchObject([{ action: 'create_merchant', merchantId: record.id, after: { name: 'Half Moon' } }])
    expect(await services.db.$count(liveEvents, eq(liveEvents.subjectId, record.id))).toBeGreaterThan(0)
  })

  it('takes no control characters, and no name that is nothing else', async () => {
    const record = await create({ name: 'Bell\u0007 Bar', description: 'one\r\ntwo\u0000\nthree' })
    expect(record).toMatchObject({ name: 'Bell  Bar', description: 'one\ntwo\nthree' })
    expect(createMerchantInput.safeParse({ name: '\u0007' }).error?.issues).toMatchObject([{ message: 'Enter a name' }])
  })

  it.each([
    ['status', { status: 'active' }],
    ['isLive', { isLive: true }],
    ['an owner', { ownerId: 'usr_1' }],
    ['a tax id', { taxId: '1' }],
    ['bank data', { banking: { verificationStatus: 'verified' } }],
    ['a dotted key', { 'banking.verificationStatus': 'verified' }],
    ['plain http', { website: 'http://a.test' }],
    ['a script', { website: 'javascript:alert(1)' }],
    ['an unknown category', { businessType: 'casino' }],
    ['an unknown address line', { address: { planet: 'Mars' } }],
    ['a name of blanks', { name: '  ' }],
  ])('is refused with %s', (_, extra) => {
    expect(createMerchantInput.safeParse({ name: 'Bar', ...extra }).success).toBe(false)
  })

  it('is for administrators only', async () => {
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])])
      await expect(create({ name: 'Mine' }, contextAs(services, actor))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await services.db.$count(merchants, eq(merchants.name, 'Mine'))).toBe(0)
  })
})

describe('a create with a request key', () => {
  it('makes one merchant and one audit row of 50 at the same time, and answers all alike', async () => {
    const requestKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ name: 'Once', requestKey })))
    expect(new Set(answers.map((record) => record.id)).size).toBe(1)
    expect(await services.db.$count(merchants, eq(merchants.name, 'Once'))).toBe(1)
    expect(await auditsOf(answers[0]!.id)).toHaveLength(1)
  })

  it('is refused for another merchant under the same key', async () => {
    const requestKey = randomUUID()
    await create({ name: 'First of its key', requestKey })
    await expect(create({ name: 'Second of its key', requestKey })).rejects.toMatchObject({ reason: 'REQUEST_KEY' })
    expect(await services.db.$count(merchants, eq(merchants.name, 'Second of its key'))).toBe(0)
  })
})
