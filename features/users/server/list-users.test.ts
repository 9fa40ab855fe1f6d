import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser, insertUsers } from '@quaff/features/users/testing/user-factory'
import type { Actor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listUsersInput, userSorts, userStatuses, userTabs } from '../contract'
import { userTab } from '../rules'
import { getUser, listUsers } from './read-users'
import { userTabConditions } from './user-filter-store'

let services: TestServices
let admin: Actor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
})

const list = (actor: Actor, input: object = {}) => listUsers(contextAs(services, actor), listUsersInput.parse(input))
async function idsOf(actor: Actor, input: object = {}): Promise<string[]> {
  return (await list(actor, { limit: 100, ...input })).rows.map((row) => row.id)
}

async function walk(input: object): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(admin, { ...input, cursor })
    ids.push(...page.rows.map((row) => row.id))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

describe('paging', () => {
  beforeAll(async () => {
    await insertUsers(
      services,
      ['Ann', 'ann', null, '', 'Ünal', 'Zoë', 'zoë', 'Bo', '李雷'].map((displayName, index) => ({
        displayName,
        role: 'paged',
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 2))),
        lastActiveAt: index % 3 === 0 ? null : new Date(Date.UTC(2026, 1, index % 2)),
      })),
    )
  })

  it.each(userSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'shows everybody once when sorted by %s, %s',
    async (sort, order) => {
      const whole = await idsOf(admin, { role: 'paged', sort, order })
      expect(whole).toHaveLength(9)
      expect(new Set(whole).size).toBe(9)
      for (const limit of [1, 4]) expect(await walk({ role: 'paged', sort, order, limit })).toEqual(whole)
    },
  )

  it('§7 is by creation, newest first, and says there is more when exactly full', async () => {
    expect(listUsersInput.parse({})).toMatchObject({ sort: 'created', order: 'desc', limit: 20 })
    const { rows, hasMore, nextCursor } = await list(admin, { role: 'paged', limit: 9 })
    const created = rows.map((row) => Number(row.createdAt))
    expect(created).toEqual(created.toSorted((a, b) => b - a))
    expect(hasMore).toBe(true)
    expect(await list(admin, { role: 'paged', limit: 9, cursor: nextCursor })).toMatchObject({
      rows: [],
      hasMore: false,
      total: null,
    })
  })
})

describe('search', () => {
  it('§2.8 §5 is a case-insensitive substring of email or display name', async () => {
    const { id } = await insertUser(services, { email: 'first.last_1@mail.test', displayName: 'Zoë 50% Öz' })
    for (const q of ['FIRST.LAST', 't_1@', 'ZOË', '50%', '% ö']) expect(await idsOf(admin, { q }), q).toContain(id)
    for (const q of ['firstxlast', 'tx1@', '5_%', 'mail.testzo', 'test zoa'])
      expect(await idsOf(admin, { q }), q).not.toContain(id)
    for (const q of [id, 'mailto:first.last_1@mail.test', '"Zoë Öz" <first.last_1@mail.test>', 'ÖZ, Zoë'])
      expect(await idsOf(admin, { q }), q).toEqual([id])
    for (const q of ['\0', '\ud800', '\\', "'"]) await list(admin, { q })
  })

  it('finds people by phone number, however it is typed, and the country may be left out', async () => {
    const { id } = await insertUser(services, { phoneNumber: '+41446681800' })
    const typed = ['+41446681800', '+41 44 668 18 00', '+41 (0)44 668 18 00', '0041 44 668 18 00', '044 668 18 00']
    const pasted = ['(044) 668-18-00', '44 66 81 80 0', 'tel:+41-44-668-18-00', '\u202a٠٤٤ ٦٦٨ ١٨ ٠٠\u202c', '6681800']
    for (const q of [...typed, ...pasted]) expect(await idsOf(admin, { q }), q).toEqual([id])
    for (const q of ['+41 44 668 18 01', '+41446681', '681800', '1+41 44 668 18 00'])
      expect(await idsOf(admin, { q }), q).not.toContain(id)
  })

  it('finds a number without its extension, and one that was imported as typed', async () => {
    const { id } = await insertUser(services, { phoneNumber: '(415) 555-0187 ext. 12' })
    expect(await idsOf(admin, { q: '415 555 0187' })).toEqual([id])
    expect(await idsOf(admin, { q: '415-555-0187 ext. 12' })).toEqual([id])
  })

  it('still finds digits in an address or a name', async () => {
    const { id } = await insertUser(services, { email: '8613800138000@mail.test', displayName: 'Room 12-345-67' })
    for (const q of ['8613800138000', '138 0013 8000', '12-345-67']) expect(await idsOf(admin, { q }), q).toEqual([id])
  })

  it('of a merchant finds no one by phone number, because merchants don’t see it', async () => {
    const { id: merchantId } = await insertMerchant(services)
    const owner = await asOwner(services, [merchantId])
    const { id } = await insertUser(services, {
      role: 'merchant_viewer',
      merchantIds: [merchantId],
      phoneNumber: '+81312345678',
    })
    expect(await idsOf(admin, { q: '03-1234-5678' })).toEqual([id])
    expect(await idsOf(owner)).toContain(id)
    expect(await idsOf(owner, { q: '03-1234-5678' })).toEqual([])
  })
})

describe('filters', () => {
  it('§2.8 "pending" matches both pending and pending_approval, and the tabs split everybody', async () => {
    const rows = await insertUsers(
      services,
      userStatuses.map((status) => ({ status, phoneNumber: 'tabs', role: 'tabbed' })),
    )
    const byStatus = (status: string) => rows.filter((row) => row.status === status).map((row) => row.id)
    expect((await idsOf(admin, { role: 'tabbed', status: 'pending' })).sort()).toEqual(
      [...byStatus('pending'), ...byStatus('pending_approval')].sort(),
    )
    expect(await idsOf(admin, { role: 'tabbed', status: 'pending_approval' })).toEqual(byStatus('pending_approval'))
    await insertUsers(
      services,
      ['aaa', 'archived', 'pending_', 'zzz'].flatMap((other) => [{ status: other }, { role: other }]),
    )
    const totals = await Promise.all(userTabs.map(async (tab) => (await list(admin, { tab })).total ?? 0))
    expect(totals.reduce((sum, count) => sum + count)).toBe(await services.db.$count(users))
    for (const tab of userTabs) {
      const stored = await services.db
        .select({ role: users.role, status: users.status })
        .from(users)
        .where(userTabConditions[tab])
      expect(stored.length, tab).toBeGreaterThan(0)
      for (const row of stored) expect(userTab(row), JSON.stringify(row)).toBe(tab)
    }
  })

  it('§7 narrows by role, merchant and creation date', async () => {
    const { id: merchantId } = await insertMerchant(services)
    const [from, to] = [new Date('2020-05-01T00:00:00Z'), new Date('2020-05-31T00:00:00Z')]
    const inMay = await insertUser(services, {
      role: 'merchant_viewer',
      merchantIds: [merchantId],
      createdAt: new Date('2020-05-10T00:00:00Z'),
    })
    const inJune = await insertUser(services, {
      role: 'merchant_viewer',
      merchantIds: [merchantId],
      createdAt: new Date('2020-06-10T00:00:00Z'),
    })
    expect(await idsOf(admin, { merchantId })).toEqual([inJune.id, inMay.id])
    expect(await idsOf(admin, { merchantId, createdFrom: from, createdTo: to })).toEqual([inMay.id])
    expect(await idsOf(admin, { merchantId, role: 'merchant_owner' })).toEqual([])
    expect(await idsOf(admin, { createdFrom: new Date(-8.64e15), role: 'a\0b' })).toEqual([])
  })
})

describe('scope', () => {
  it('§6 shows merchant roles the owners and viewers of their merchants, with these merchants only', async () => {
    const mine = await insertMerchant(services, { name: 'Mine' })
    const foreign = await insertMerchant(services, { name: 'Foreign' })
    const owner = await asOwner(services, [mine.id])
    const viewer = await asViewer(services, [mine.id])
    const shared = await insertUser(services, { role: 'merchant_viewer', merchantIds: [foreign.id, mine.id] })
    const stranger = await insertUser(services, { role: 'merchant_owner', merchantIds: [foreign.id] })
    const administrator = await insertUser(services, { role: 'quaff_admin', merchantIds: [mine.id] })
    const customer = await insertUser(services, { role: 'customer', merchantIds: [mine.id] })
    const team = [owner.userId, viewer.userId, shared.id].sort()
    for (const actor of [owner, viewer]) {
      for (const input of [{}, { merchantId: mine.id }, { sort: 'name' }, { q: '@' }])
        expect((await idsOf(actor, input)).sort()).toEqual(team)
      expect(await list(actor, { merchantId: foreign.id })).toMatchObject({ rows: [], total: 0 })
      expect(await idsOf(actor, { role: 'quaff_admin' })).toEqual([])
      const { rows } = await list(actor)
      expect(rows.find((row) => row.id === shared.id)?.merchants).toEqual([{ id: mine.id, name: 'Mine' }])
      expect(await getUser(contextAs(services, actor), { userId: shared.id })).toMatchObject({
        merchants: [{ id: mine.id }],
        invitation: null,
      })
      const refusal = { code: 'NOT_FOUND', reason: 'USER' }
      for (const userId of [stranger.id, administrator.id, customer.id, 'usr_missing']) {
        await expect(getUser(contextAs(services, actor), { userId })).rejects.toMatchObject(refusal)
      }
    }
    expect(
      (await getUser(contextAs(services, admin), { userId: shared.id })).merchants.map((merchant) => merchant.name),
    ).toEqual(['Foreign', 'Mine'])
  })

  it('§6 stays inside the allowed people for random filters', async () => {
    const mine = await insertMerchant(services)
    const others = await insertMerchant(services)
    await insertUser(services, { role: 'merchant_owner', merchantIds: [mine.id, others.id] })
    await insertUser(services, { role: 'merchant_owner', merchantIds: [others.id], status: 'pending' })
    const owner = await asOwner(services, [mine.id])
    const allowed = await idsOf(owner)
    const filters = fc.record(
      {
        tab: fc.constantFrom(...userTabs),
        q: fc.constantFrom('', 'a', '@', '%', '_'),
        role: fc.constantFrom('merchant_owner', 'merchant_viewer', 'quaff_admin', 'customer'),
        status: fc.constantFrom(...userStatuses),
        merchantId: fc.constantFrom(mine.id, others.id, 'mer_missing'),
        sort: fc.constantFrom(...userSorts),
      },
      { requiredKeys: [] },
    )
    for (const filter of fc.sample(filters, 60)) {
      const page = await list(owner, { limit: 100, ...filter })
      expect(page.total).toBe(page.rows.length)
      for (const row of page.rows) expect(allowed).toContain(row.id)
    }
  })

  it('§6 shows nothing without merchants, and refuses other roles', async () => {
    expect(await list(await asViewer(services, []))).toEqual({ rows: [], hasMore: false, nextCursor: null, total: 0 })
    await expect(list(await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(list({ kind: 'anonymous' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('§8 names a merchant that is gone "Unknown Merchant"', async () => {
    const { id } = await insertUser(services, { role: 'merchant_owner', merchantIds: ['mer_gone'] })
    expect((await getUser(contextAs(services, admin), { userId: id })).merchants).toEqual([
      { id: 'mer_gone', name: 'Unknown Merchant' },
    ])
  })

  it('never carries secrets of the row', async () => {
    const { id } = await insertUser(services, {
      passwordHash: 'secret-hash',
      metadata: { note: 'secret' },
      claims: { role: 'secret' },
    })
    await services.db.update(users).set({ rejectionReason: 'secret' }).where(eq(users.id, id))
    expect(JSON.stringify(await getUser(contextAs(services, admin), { userId: id }))).not.toContain('secret')
  })
})
