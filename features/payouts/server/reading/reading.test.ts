import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asUser, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listPayoutsInput, payoutCountsSchema, payoutRowSchema, type ListPayoutsInput } from '../../contract'
import { payoutStatementSchema } from '../../statement-contract'
import { insertAdjustment, insertPayout } from '../../testing/payout-factory'
import { payouts } from '../tables'
import { countPayouts, getPayout, listPayouts } from './read-payouts'

let services: TestServices
let people: Record<'admin' | 'owner' | 'viewer' | 'foreign' | 'both' | 'none' | 'custom' | 'byOwnership', UserActor>
const at = (day: number) => new Date(Date.UTC(2026, 2, day))

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchant(services, { id: 'mer_a', name: 'Bean There' })
  await insertMerchant(services, { id: 'mer_b', name: 'Élan % Café' })
  people = {
    admin: await asAdmin(services, { displayName: 'Ada Admin' }),
    owner: await asOwner(services, ['mer_a', 'mer_gone']),
    viewer: await asViewer(services, ['mer_a']),
    foreign: await asOwner(services, ['mer_b']),
    both: await asOwner(services, ['mer_a', 'mer_b']),
    none: await asViewer(services, []),
    custom: await asCustomRole(services),
    byOwnership: await asUser(services, { role: 'merchant_owner', ownMerchantIds: ['mer_a'] }, []),
  }
  await insertBankAccount(services, { merchantId: 'mer_a', accountNumber: '000111224321' })
  const a = { merchantId: 'mer_a', generatedBy: people.admin.userId }
  await insertPayout(services, { ...a, id: 'pay_draft' })
  await insertPayout(services, { ...a, id: 'pay_jan', period: '2026-01', status: 'approved', approvedAt: at(3) })
  await insertPayout(services, { ...a, id: 'pay_eur', period: '2026-01', currency: 'eur', status: 'sent' })
  await insertPayout(services, { ...a, id: 'pay_dec', period: '2025-12', status: 'confirmed', grossMinor: 100 })
  await insertPayout(services, { merchantId: 'mer_b', id: 'pay_b', status: 'failed', failureReason: 'Closed' })
})

const list = async (actor: UserActor, input: Partial<ListPayoutsInput> = {}) =>
  listPayouts(contextAs(services, actor), listPayoutsInput.parse(input))
const ids = async (actor: UserActor, input: Partial<ListPayoutsInput> = {}) =>
  (await list(actor, input)).rows.map(({ id }) => id)
const get = (actor: UserActor, payoutId: string) => getPayout(contextAs(services, actor), { payoutId })
const counts = (actor: UserActor, input: { period?: string; merchantId?: string } = {}) =>
  countPayouts(contextAs(services, actor), input)
const notFound = { code: 'NOT_FOUND' }

describe('the order of the list', () => {
  it.each<[Partial<ListPayoutsInput>, string[]]>([
    [{ sort: 'net', order: 'asc' }, ['pay_dec', 'pay_b', 'pay_draft', 'pay_eur', 'pay_jan']],
    [{ sort: 'merchant', order: 'asc' }, ['pay_dec', 'pay_draft', 'pay_eur', 'pay_jan', 'pay_b']],
    [{ sort: 'status', order: 'desc' }, ['pay_eur', 'pay_b', 'pay_draft', 'pay_dec', 'pay_jan']],
    [{ sort: 'period', order: 'asc' }, ['pay_dec', 'pay_eur', 'pay_jan', 'pay_b', 'pay_draft']],
    [{ sort: 'status', order: 'asc', merchantId: 'mer_b' }, ['pay_b']],
  ])('%j is the same in pages and in one read', async (order, expected) => {
    expect(await ids(people.admin, order)).toEqual(expected)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page = await list(people.admin, { ...order, limit: 2, cursor })
      found.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(found).toEqual(expected)
  })

  it('rejects the cursor of another order', async () => {
    const { nextCursor } = await list(people.admin, { sort: 'net', limit: 2 })
    for (const other of [{ sort: 'status' }, { sort: 'net', order: 'asc' }, {}] as const)
      await expect(list(people.admin, { ...other, cursor: nextCursor })).rejects.toMatchObject({ reason: 'CURSOR' })
  })
})

it('a statement has the merchant’s current address and a masked tax ID, which viewers do not see', async () => {
  const address = { line1: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701' }
  const onFile = { businessName: 'Bean There LLC', taxId: '12-3456789', address }
  await services.db.update(merchants).set(onFile).where(eq(merchants.id, 'mer_a'))
  const { businessName } = onFile
  const addressLines = ['1 Main St', 'Austin, TX 78701']
  for (const actor of [people.admin, people.owner])
    expect((await get(actor, 'pay_jan')).venue).toEqual({ businessName, addressLines, taxIdMasked: '•••• 6789' })
  expect((await get(people.viewer, 'pay_jan')).venue).toEqual({ businessName, addressLines, taxIdMasked: null })
  expect((await get(people.admin, 'pay_b')).venue.businessName).toBeNull()
})

describe('the list', () => {
  it('contains all payouts for administrators, newest period first', async () => {
    const page = await list(people.admin)
    expect(page.rows.map(({ id }) => id)).toEqual(['pay_draft', 'pay_b', 'pay_jan', 'pay_eur', 'pay_dec'])
    expect(page.total).toBe(5)
    expect(payoutRowSchema.strict().array().parse(page.rows)).toHaveLength(5)
  })

  it('§6 §0020 contains and counts only own payouts from approval on for merchant roles', async () => {
    for (const actor of [people.owner, people.viewer]) {
      expect(await ids(actor)).toEqual(['pay_jan', 'pay_eur', 'pay_dec'])
      expect(await list(actor)).toMatchObject({ total: 3 })
      expect(await ids(actor, { status: 'draft' })).toEqual([])
      expect(await ids(actor, { period: '2026-02' })).toEqual([])
    }
    expect(await ids(people.foreign)).toEqual(['pay_b'])
    expect(await ids(people.both)).toEqual(['pay_b', 'pay_jan', 'pay_eur', 'pay_dec'])
    expect(await ids(people.none)).toEqual([])
  })

  it('filters by period, status, merchant and name', async () => {
    expect(await ids(people.admin, { period: '2026-01' })).toEqual(['pay_jan', 'pay_eur'])
    expect(await ids(people.admin, { status: 'failed' })).toEqual(['pay_b'])
    expect(await ids(people.admin, { merchantId: 'mer_b' })).toEqual(['pay_b'])
    expect(await list(people.admin, { q: 'éLAN %' })).toMatchObject({ rows: [{ id: 'pay_b' }], total: 1 })
    expect(await ids(people.admin, { q: 'pay_b' })).toEqual(['pay_b'])
    expect(await ids(people.owner, { q: 'pay_b' })).toEqual([])
    expect(await ids(people.admin, { q: 'bean', period: '2025-12' })).toEqual(['pay_dec'])
    expect(await ids(people.owner, { q: 'lan' })).toEqual([])
  })

  it('treats a foreign or deleted merchant like a missing one', async () => {
    for (const merchantId of ['mer_b', 'mer_gone', 'mer_missing'])
      await expect(list(people.owner, { merchantId })).rejects.toMatchObject(notFound)
    await expect(list(people.admin, { merchantId: 'mer_missing' })).rejects.toMatchObject(notFound)
    await expect(list(people.custom)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('tells only administrators why a payout cannot be paid, until it is paid', async () => {
    const problems = async (actor: UserActor) => (await list(actor)).rows.map(({ bankProblem }) => bankProblem)
    expect(await problems(people.admin)).toEqual([null, 'No bank account on file', null, null, null])
    expect(await problems(people.foreign)).toEqual([null])
    await services.db.update(payouts).set({ status: 'sent' }).where(eq(payouts.id, 'pay_b'))
    expect(await problems(people.admin)).toEqual([null, null, null, null, null])
    await services.db.update(payouts).set({ status: 'failed' }).where(eq(payouts.id, 'pay_b'))
  })
})

describe('one payout', () => {
  it('is found by those who may see it; a draft of others is refused in the same words as a missing payout', async () => {
    expect((await get(people.admin, 'pay_draft')).status).toBe('draft')
    const refusals = await Promise.all(
      (['pay_draft', 'pay_b', 'pay_missing'] as const).map((id) =>
        get(people.owner, id).catch((error: unknown) => error),
      ),
    )
    expect(refusals[0]).toMatchObject(notFound)
    expect(new Set(refusals.map(String)).size).toBe(1)
    await expect(get(people.viewer, 'pay_draft')).rejects.toMatchObject(notFound)
    await expect(get(people.none, 'pay_jan')).rejects.toMatchObject(notFound)
    await expect(get(people.custom, 'pay_jan')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('opens for an owner without claims, by ownership, though the full list omits it', async () => {
    expect((await get(people.byOwnership, 'pay_jan')).id).toBe('pay_jan')
    await expect(get(people.byOwnership, 'pay_draft')).rejects.toMatchObject(notFound)
    expect(await ids(people.byOwnership, { merchantId: 'mer_a' })).toEqual(['pay_jan', 'pay_eur', 'pay_dec'])
    expect(await ids(people.byOwnership)).toEqual([])
  })

  it('names its authors to administrators, shows the account to owners too, and neither to viewers', async () => {
    await insertAdjustment(services, {
      id: 'adj_2',
      merchantId: 'mer_a',
      payoutId: 'pay_jan',
      createdAt: at(2),
      createdBy: people.admin.userId,
    })
    await insertAdjustment(services, {
      id: 'adj_1',
      merchantId: 'mer_a',
      payoutId: 'pay_jan',
      createdAt: at(1),
      amountMinor: 700,
      reason: '=SUM(A1) “Ünïcode” ☕',
    })
    await services.db
      .update(payouts)
      .set({ exportedAt: at(4) })
      .where(eq(payouts.id, 'pay_jan'))
    const [admin, owner, viewer] = await Promise.all(
      [people.admin, people.owner, people.viewer].map((actor) => get(actor, 'pay_jan')),
    )
    expect(payoutStatementSchema.strict().parse(admin)).toEqual(admin)
    expect(admin).toMatchObject({
      adjustmentLines: [
        { id: 'adj_1', amount: 700, reason: '=SUM(A1) “Ünïcode” ☕', by: null },
        { id: 'adj_2', amount: -500, reason: 'Broken grinder', by: 'Ada Admin' },
      ],
      steps: [
        { status: 'draft', by: 'Ada Admin' },
        { status: 'approved', at: at(3), by: null },
      ],
      accountLast4: '4321',
      exportedAt: at(4),
      timeZone: 'UTC',
      version: 1,
    })
    expect(owner).toMatchObject({ accountLast4: '4321', exportedAt: null, bankProblem: null })
    expect(viewer).toMatchObject({ accountLast4: null, exportedAt: null, bankProblem: null })
    for (const one of [owner, viewer]) expect(JSON.stringify(one)).not.toContain('Ada')
    expect(JSON.stringify(viewer)).not.toContain('4321')
  })

  it('§0020 keeps the account digits of the bank file, even if the account changes', async () => {
    const where = eq(payouts.id, 'pay_jan')
    await services.db.update(payouts).set({ paidToLast4: '9999' }).where(where)
    expect((await get(people.admin, 'pay_jan')).accountLast4).toBe('9999')
    await services.db.update(payouts).set({ paidToLast4: null }).where(where)
    expect(await get(people.foreign, 'pay_b')).toMatchObject({
      accountLast4: null,
      bankProblem: 'No bank account on file',
      failureReason: 'Closed',
    })
  })
})

describe('the counts', () => {
  it('add up per status and currency, without drafts for merchant roles', async () => {
    expect(payoutCountsSchema.parse(await counts(people.admin))).toEqual({
      all: 5,
      draft: 1,
      approved: 1,
      sent: 1,
      confirmed: 1,
      failed: 1,
      net: {
        draft: [{ amountMinor: 2_900, currency: 'usd' }],
        approved: [{ amountMinor: 2_900, currency: 'usd' }],
        sent: [{ amountMinor: 2_900, currency: 'eur' }],
        confirmed: [{ amountMinor: 100, currency: 'usd' }],
        failed: [{ amountMinor: 2_900, currency: 'usd' }],
      },
    })
    expect(await counts(people.viewer)).toMatchObject({ all: 3, draft: 0, net: { draft: [], failed: [] } })
    expect(await counts(people.owner, { period: '2026-02' })).toMatchObject({ all: 0, draft: 0 })
    expect(await counts(people.both, { merchantId: 'mer_b' })).toMatchObject({ all: 1, failed: 1 })
    await expect(counts(people.owner, { merchantId: 'mer_b' })).rejects.toMatchObject(notFound)
  })

  it('refuse a sum that is not exact', async () => {
    const huge = { period: '2020-01', status: 'sent', grossMinor: 2 ** 52, feeMinor: 0, netMinor: 2 ** 52 } as const
    for (const merchantId of ['mer_a', 'mer_b']) await insertPayout(services, { ...huge, merchantId })
    await expect(counts(people.admin, { period: '2020-01' })).rejects.toThrow('is too large')
    expect(await counts(people.owner, { period: '2020-01' })).toMatchObject({
      net: { sent: [{ amountMinor: 2 ** 52, currency: 'usd' }] },
    })
    await services.db.delete(payouts).where(eq(payouts.period, '2020-01'))
  })
})

it('pages contain every payout once, though many share their period', async () => {
  const rows = Array.from({ length: 45 }, (_, index) => `mer_p${index}`)
  for (const id of rows) await insertMerchant(services, { id })
  for (const merchantId of rows) await insertPayout(services, { merchantId, period: '2024-06' })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(people.admin, { period: '2024-06', limit: 10, cursor })
    expect(page.total).toBe(cursor ? null : 45)
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect([seen.length, new Set(seen).size]).toEqual([45, 45])
  await expect(list(people.admin, { cursor: 'eyJub3QiOiJvdXJzIn0' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
