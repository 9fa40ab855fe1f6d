import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchantSubscriptionStats, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { csvHeaders } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportMerchantsInput } from '../contract'
import { insertMerchant, insertMerchants } from '../testing/merchant-factory'
import { exportMerchants, merchantColumns } from './merchant-export'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

async function textOf(input: object): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of (await exportMerchants(admin, exportMerchantsInput.parse(input))).chunks)
    chunks.push(String(chunk))
  return chunks.join('')
}
const idsOf = async (input: object) =>
  (JSON.parse(await textOf({ format: 'json', ...input })) as { id: string }[]).map((row) => row.id)

describe('the file', () => {
  it('has the columns that the list shows, with a BOM and CRLF lines', async () => {
    const owner = await insertUser(services, { email: 'olive@venue.test', role: 'merchant_owner' })
    const at = new Date('2026-03-01T01:02:03.004Z')
    const { id } = await insertMerchant(services, {
      name: 'Comma, "quoted"',
      businessType: 'csv',
      ownerId: owner.id,
      contactEmail: 'a@b.test',
      statusChangedAt: at,
      createdAt: new Date(0),
    })
    const total = (currency: string, monthlyMinor: number) => ({
      merchantId: id,
      status: 'active',
      currency,
      count: 1,
      monthlyMinor,
    })
    await services.db.insert(subscriptionTotals).values([total('usd', 2905), total('jpy', 500), total('kwd', 1234)])
    await services.db
      .insert(merchantSubscriptionStats)
      .values({ merchantId: id, totalSubscribers: 4, activeSubscribers: 3, lastActivityAt: at })
    expect(await textOf({ format: 'csv', filter: { category: 'csv' } })).toBe(
      `\uFEFF${csvHeaders(merchantColumns, services.settings.timeZone).join(',')}\r\n` +
        `${id},"Comma, ""quoted""",csv,active,2026-03-01 01:02:03,no,yes,0,3,4,"29.05 USD; 500 JPY; 1.234 KWD",0,` +
        '2026-03-01 01:02:03,,a@b.test,olive@venue.test,yes,yes,67\r\n',
    )
    expect(JSON.parse(await textOf({ format: 'json', filter: { category: 'csv' } }))).toMatchObject([
      { id, monthlyRevenue: [{ amountMinor: 2905, currency: 'usd' }, {}, {}], createdAt: null, hasTaxId: true },
    ])
  })

  it('makes a hostile cell plain text and never holds a tax id', async () => {
    await insertMerchant(services, {
      name: '=1+1',
      contactEmail: '@SUM(A1)',
      businessType: 'hostile',
      taxId: '55-5555555',
    })
    const csv = await textOf({ format: 'csv', filter: { category: 'hostile' } })
    expect(csv).toContain(",'=1+1,hostile,")
    expect(csv).toContain(",'@SUM(A1),")
    expect(csv + (await textOf({ format: 'json', filter: { category: 'hostile' } }))).not.toContain('55-5555555')
  })

  it('is valid when nothing matches', async () => {
    const filter = { category: 'none at all' }
    expect(await textOf({ format: 'csv', filter })).toBe(
      `\uFEFF${csvHeaders(merchantColumns, services.settings.timeZone).join(',')}\r\n`,
    )
    expect(await idsOf({ filter })).toEqual([])
  })
})

describe('which merchants', () => {
  it('all that match, in the order of the list, page after page', async () => {
    const rows = await insertMerchants(
      services,
      Array.from({ length: 1_003 }, (_, index) => ({
        name: `Many-${String(index).padStart(4, '0')}`,
        businessType: 'many',
        needsReview: index % 2 === 0,
      })),
    )
    const all = await idsOf({ filter: { category: 'many', sort: 'name', order: 'asc' } })
    expect(all).toEqual(rows.map((row) => row.id))
    const reviewed = await idsOf({ filter: { category: 'many', tab: 'review', q: 'MANY-00', order: 'asc' } })
    expect(reviewed).toEqual(rows.filter((_, index) => index < 100 && index % 2 === 0).map((row) => row.id))
  })

  it('or the selected ones', async () => {
    const rows = await insertMerchants(services, [{ name: 'Sel a' }, { name: 'Sel b' }, { name: 'Sel c' }])
    expect(await idsOf({ ids: [rows[2]!.id, 'mer_missing', rows[0]!.id] })).toEqual([rows[0]!.id, rows[2]!.id])
    expect(await idsOf({ ids: [] })).toEqual([])
  })
})

describe('the right to export', () => {
  it('is the administrator’s, and each export is audited before the first line', async () => {
    const before = await services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'export_merchants'))
    const { fileName, contentType } = await exportMerchants(
      admin,
      exportMerchantsInput.parse({ format: 'csv', filter: { tab: 'live', hasBank: true } }),
    )
    expect([fileName, contentType]).toEqual([
      expect.stringMatching(/^merchants-\d{4}-\d\d-\d\d\.csv$/),
      'text/csv; charset=utf-8',
    ])
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'export_merchants'))
    expect(audits).toHaveLength(before + 1)
    expect(audits).toContainEqual(
      expect.objectContaining({ after: { format: 'csv', filters: ['tab', 'hasBank'], selected: null } }),
    )
    for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])])
      await expect(exportMerchants(contextAs(services, actor), { format: 'csv' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    expect(await services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'export_merchants'))).toBe(before + 1)
  })
})
