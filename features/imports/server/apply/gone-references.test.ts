import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { importDocuments, importFiles } from '../../testing/import-run-factory'
import { importProblems } from '../tables'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
})

const created = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const problems = async () =>
  (await services.db.select().from(importProblems).orderBy(asc(importProblems.id))).map(
    ({ path, field, fault, level }) => [path, field, fault, level].join(' '),
  )

describe('a document that names a missing record', () => {
  it('§3 is imported without the reference if possible, and reports it', async () => {
    await importDocuments(services, {
      'merchants/m1': { name: 'One', ownerId: 'unknown', ...created },
      'merchants/m2': { name: 'Two', ...created },
      'merchantApplications/a1': { userId: 'unknown', merchantId: 'gone', business: { name: 'x' }, ...created },
    })
    expect(await services.db.select().from(merchants).orderBy(asc(merchants.id))).toMatchObject([
      { id: 'm1', ownerId: null },
      { id: 'm2' },
    ])
    expect(await services.db.select().from(merchantApplications)).toMatchObject([{ userId: null, merchantId: null }])
    expect(await problems()).toEqual([
      'merchants/m1 ownerId unknown_user changed',
      'merchantApplications/a1 userId unknown_user changed',
      'merchantApplications/a1 merchantId unknown_merchant changed',
    ])
  })

  it('finds records of an earlier import and reports nothing', async () => {
    const account = (localId: string) => ({ localId, email: `${localId}@people.test`, createdAt: '1704067200000' })
    const accounts = { users: [account('u1'), account('u.2')] }
    await importFiles(services, { 'accounts.json': JSON.stringify(accounts) })
    await importDocuments(services, { 'merchants/m1': { name: 'One', ...created } })
    const documents = {
      'merchants/m2': { name: 'Two', ownerId: 'u1', ...created },
      'merchants/m3': { name: 'Three', ownerId: 'u.2', ...created },
      'locations/l1': { name: 'Bar', merchantId: 'm1', ...created },
      'merchants/m4': { name: 'Four', ownerId: 'unknown', ...created },
    }
    const text = Object.entries(documents).map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
    const { report } = await importFiles(services, { 'all.ndjson': text.join('') })
    expect(report.problems.map(({ field, fault, example }) => [example, field, fault].join(' '))).toEqual([
      'merchants/m4 ownerId unknown_user',
    ])
    expect(await problems()).toEqual(['merchants/m4 ownerId unknown_user changed'])
    expect((await services.db.select().from(merchants).orderBy(asc(merchants.id))).map((one) => one.ownerId)).toEqual([
      null,
      'u1',
      expect.stringMatching(/^u2_/),
      null,
    ])
  })

  it('§6 follows a person whose id is not usable in URLs', async () => {
    await importDocuments(
      services,
      { 'users/u.1': { email: 'a@people.test', ...created }, 'admins/u.1': { role: 'quaff_admin', ...created } },
      { grantsAdmins: true },
    )
    const [person] = await services.db.select().from(users)
    expect(await services.db.select().from(adminRecords)).toMatchObject([{ userId: person?.id, role: 'quaff_admin' }])
  })

  it('§3 loses characters that a column rejects from a list of ids', async () => {
    await importDocuments(services, { 'users/u1': { email: 'a@people.test', merchantIds: ['m\u0000n'], ...created } })
    expect(await services.db.select().from(userMerchants)).toMatchObject([
      { userId: 'u1', merchantId: expect.stringMatching(/^mn_/) },
    ])
    expect(await problems()).toEqual(['users/u1 merchantIds controls_removed changed'])
  })
})

describe('a document that names a record with a new id', () => {
  const period = { currentPeriodStart: '2026-11-01T00:00:00Z', currentPeriodEnd: '2026-12-01T00:00:00Z' }
  const pass = { merchantId: 'm1', status: 'active', amount: 2_900, ...created, ...period }
  const drink = { merchantId: 'm1', subscriptionId: 's1', redeemedAt: '2026-11-20T08:00:00Z' }

  it('§3 resolves a workplace that is imported later in the same run', async () => {
    await importFiles(services, {
      'accounts.json': JSON.stringify({
        users: [
          {
            localId: 'ana',
            email: 'ana@people.test',
            createdAt: '1704067200000',
            customAttributes: JSON.stringify({ role: 'merchant_owner', merchantIds: ['m.1', 'm2'] }),
          },
        ],
      }),
      'all.ndjson': [
        { path: 'users/ana', data: { role: 'merchant_owner', merchantIds: ['m.1', 'm2'], ...created } },
        { path: 'pendingInvitations/ana', data: { role: 'merchant_owner', merchantIds: ['m.1'], ...created } },
        { path: 'merchants/m.1', data: { name: 'One', ownerId: 'ana', ...created } },
        { path: 'merchants/m2', data: { name: 'Two', ...created } },
      ]
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    })
    const [venue] = await services.db.select().from(merchants).orderBy(asc(merchants.name))
    expect(venue?.id).toMatch(/^m1_/)
    const memberships = await services.db.select().from(userMerchants).orderBy(asc(userMerchants.position))
    expect(memberships.map(({ merchantId }) => merchantId)).toEqual([venue?.id, 'm2'])
    const [person] = await services.db.select().from(users)
    expect(person?.claims).toMatchObject({ merchantIds: [venue?.id, 'm2'] })
    expect(await services.db.select().from(pendingInvitations)).toMatchObject([{ merchantIds: [venue?.id] }])
  })

  it('§3 uses the subscription of its own person if another person has the same id', async () => {
    await importDocuments(services, {
      'merchants/m1': { name: 'One', ...created },
      'users/ana': { email: 'ana@people.test', ...created },
      'users/ben': { email: 'ben@people.test', ...created },
      'users/ana/subscriptions/s1': { ...pass },
      'users/ben/subscriptions/s1': { ...pass },
      'users/ana/redemptions/r1': drink,
      'users/ben/redemptions/r2': drink,
      'users/ben/redemptions/r3': { ...drink, subscriptionId: 'lost' },
    })
    const passes = await services.db.select().from(subscriptions)
    const passOf = (userId: string) => passes.find((one) => one.userId === userId)?.id
    expect(passOf('ben')).toMatch(/^s1_/)
    const drinks = await services.db.select().from(redemptions).orderBy(asc(redemptions.id))
    expect(drinks.map(({ subscriptionId }) => subscriptionId)).toEqual([passOf('ana'), passOf('ben'), 'lost'])
  })

  it('§3 has no subscription if the id belongs to another person', async () => {
    await importDocuments(services, {
      'merchants/m1': { name: 'One', ...created },
      'users/ana': { email: 'ana@people.test', ...created },
      'users/ana/subscriptions/s1': { ...pass },
      'users/ben': { email: 'ben@people.test', ...created },
      'users/ben/redemptions/r2': drink,
    })
    expect(await services.db.select().from(redemptions)).toMatchObject([{ id: 'r2', subscriptionId: null }])
    expect(await problems()).toContain('users/ben/redemptions/r2 subscriptionId unknown_subscription changed')
  })
})
