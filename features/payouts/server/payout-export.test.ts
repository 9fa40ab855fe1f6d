import { parse } from 'csv-parse/sync'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { ExportPayoutsInput } from '../contract'
import { insertPayout } from '../testing/payout-factory'
import { exportPayouts } from './payout-export'

let services: TestServices
let people: Record<'admin' | 'owner' | 'viewer', UserActor>

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchant(services, { id: 'mer_a', name: '=cmd|"Bar" Ü' })
  await insertMerchant(services, { id: 'mer_b' })
  people = {
    admin: await asAdmin(services),
    owner: await asOwner(services, ['mer_a']),
    viewer: await asViewer(services, ['mer_a']),
  }
  const a = { merchantId: 'mer_a' }
  await insertPayout(services, { ...a, id: 'pay_draft' })
  await insertPayout(services, {
    ...a,
    id: 'pay_jan',
    period: '2026-01',
    status: 'approved',
    currency: 'kwd',
    grossMinor: 1_000,
    feeBasisPoints: 275,
    adjustmentsMinor: -2_000,
    redemptionCount: 7,
  })
  await insertPayout(services, { merchantId: 'mer_b', id: 'pay_b', status: 'sent', currency: 'jpy', grossMinor: 1_200 })
})

async function read(actor: UserActor, input: Partial<ExportPayoutsInput>) {
  const file = await exportPayouts(contextAs(services, actor), { format: 'csv', ...input })
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  return { ...file, text }
}
const idsOf = async (actor: UserActor, input: Partial<ExportPayoutsInput> = {}) => {
  const rows: Record<string, string>[] = parse((await read(actor, input)).text, { columns: true, bom: true })
  return rows.map((row) => row['Payout'])
}

describe('the file of payouts', () => {
  it('contains what the list shows, amounts in the digits of their currencies, safe against formulas', async () => {
    const file = await read(people.admin, {})
    expect(file).toMatchObject({ fileName: 'payouts-2026-03-10.csv', contentType: 'text/csv; charset=utf-8' })
    const updated = '2026-03-10 12:00:00'
    expect(file.text).toBe(
      '\uFEFFPayout,Merchant,Period,Status,Renewals,Redemptions,Gross,Platform fee,Adjustments,Net,Currency,Missing,Updated (UTC)\r\n' +
        `pay_draft,"'=cmd|""Bar"" Ü",2026-02,draft,1,0,29.00,0.00,0.00,29.00,USD,No bank account on file,${updated}\r\n` +
        `pay_b,Merchant mer_b,2026-02,sent,1,0,1200,0,0,1200,JPY,,${updated}\r\n` +
        `pay_jan,"'=cmd|""Bar"" Ü",2026-01,approved,1,7,1.000,-0.028,-2.000,-1.028,KWD,No bank account on file,${updated}\r\n`,
    )
  })

  it('has money columns that add up to the net, in CSV and JSON', async () => {
    const rows: Record<string, string>[] = parse((await read(people.admin, {})).text, { columns: true, bom: true })
    const parts = ['Gross', 'Platform fee', 'Adjustments'] as const
    for (const row of rows)
      expect(parts.reduce((sum, part) => sum + Number(row[part]), 0)).toBeCloseTo(Number(row['Net']), 6)
    const objects = JSON.parse((await read(people.admin, { format: 'json' })).text) as Record<string, number>[]
    expect(objects.map(({ gross = 0, fee = 0, adjustments = 0 }) => gross + fee + adjustments)).toEqual(
      objects.map(({ net }) => net),
    )
    expect(objects.some(({ fee = 0 }) => fee < 0)).toBe(true)
  })

  it('shows local times in the platform’s zone, which the heading names', async () => {
    const zoned = { ...services, settings: { ...services.settings, timeZone: 'America/New_York' } }
    const file = await exportPayouts(contextAs(zoned, people.admin), { format: 'csv', ids: ['pay_b'] })
    let text = ''
    for await (const chunk of file.chunks) text += chunk
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
    expect(rows[0]?.['Updated (America/New_York)']).toBe('2026-03-10 08:00:00')
  })

  it('contains no drafts or foreign payouts for merchant roles, even by id', async () => {
    for (const actor of [people.owner, people.viewer]) {
      expect(await idsOf(actor)).toEqual(['pay_jan'])
      expect(await idsOf(actor, { ids: ['pay_draft', 'pay_b', 'pay_jan'] })).toEqual(['pay_jan'])
      expect(await idsOf(actor, { filter: { status: 'draft' } })).toEqual([])
      expect((await read(actor, {})).text).not.toContain('No bank account')
    }
  })

  it('filters like the list, and is one array with amounts in minor units as JSON', async () => {
    expect(await idsOf(people.admin, { filter: { period: '2026-01' } })).toEqual(['pay_jan'])
    expect(await idsOf(people.admin, { ids: ['pay_b', 'pay_missing'] })).toEqual(['pay_b'])
    const { text, contentType } = await read(people.admin, { format: 'json', filter: { merchantId: 'mer_b' } })
    expect(contentType).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toMatchObject([{ id: 'pay_b', gross: 1_200, currency: 'jpy', bankProblem: null }])
    expect(JSON.parse((await read(people.admin, { format: 'json', ids: [] })).text)).toEqual([])
  })

  it('is refused for a foreign merchant and for other roles, without an audit entry', async () => {
    const audits = () => services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'export_payouts'))
    const before = await audits()
    const filter = { merchantId: 'mer_b' }
    await expect(read(people.owner, { filter })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(read(await asCustomRole(services), {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await audits()).toBe(before)
  })

  it('is audited and logged as an activity before its first line', async () => {
    const filter = { period: '2026-01', q: 'secret words' }
    await exportPayouts(contextAs(services, people.viewer), { format: 'json', filter, ids: ['pay_jan'] })
    const [audit] = await services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.adminUserId, people.viewer.userId))
      .orderBy(desc(adminAuditLogs.sequence))
    const fields = { format: 'json', filters: ['period', 'q'], selected: 1 }
    expect(audit).toMatchObject({ action: 'export_payouts', targetType: 'payout', after: fields })
    const noted = await services.db.select().from(userActivity).where(eq(userActivity.userId, people.viewer.userId))
    const details = expect.objectContaining({ what: 'payouts', ...fields })
    expect(noted).toContainEqual(expect.objectContaining({ action: 'export', details }))
    expect(JSON.stringify([audit, noted])).not.toContain('secret words')
  })
})
