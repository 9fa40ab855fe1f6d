import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { ExportRedemptionsInput } from '../usage-contract'
import { keepRedemption } from '../usage/server/keep-redemption'
import { voidRedemption } from '../usage/server/void-redemption'
import { exportRedemptions } from './redemption-export'
import { writeRedemptions, type RedemptionWrite } from './write-redemptions'

let services: TestServices
let admin: UserActor
let owner: UserActor
const at = new Date('2026-03-10T08:00:00.123Z')

const drink = (rows: RedemptionWrite[]) => inTransaction(services, (tx) => writeRedemptions(services, tx, rows))
async function chunksOf(actor: UserActor, input: Partial<ExportRedemptionsInput>): Promise<string[]> {
  const chunks: string[] = []
  const file = await exportRedemptions(contextAs(services, actor), { merchantId: 'mer_a', format: 'csv', ...input })
  for await (const chunk of file.chunks) chunks.push(String(chunk))
  return chunks
}
const textOf = async (actor: UserActor, input: Partial<ExportRedemptionsInput>) =>
  (await chunksOf(actor, input)).join('')

beforeAll(async () => {
  services = await createTestServices()
  services.clock.set('2026-03-10T12:00:00Z')
  for (const id of ['mer_a', 'mer_many', 'mer_foreign']) await insertMerchant(services, { id })
  await insertLocation(services, { id: 'loc_1', merchantId: 'mer_a', name: '=cmd|calc' })
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_a'])
  const { id: userId } = await insertUser(services, { displayName: '+Ana Pereira' })
  await drink([
    { id: 'red_1', merchantId: 'mer_a', locationId: 'loc_1', userId, redeemedAt: at, method: '@barcode' },
    { id: 'red_2', merchantId: 'mer_a', locationId: 'loc_1', userId, redeemedAt: new Date(at.getTime() + 90_500) },
    { id: 'red_3', merchantId: 'mer_a', redeemedAt: new Date(0) },
    { id: 'red_4', merchantId: 'mer_foreign', userId, redeemedAt: at },
  ])
  const red2 = { redemptionId: 'red_2', redeemedAt: new Date(at.getTime() + 90_500) }
  await keepRedemption(contextAs(services, owner), { ...red2, isKept: true })
  await voidRedemption(contextAs(services, owner), { redemptionId: 'red_1', redeemedAt: at, reason: '-twice' })
})

describe('the CSV', () => {
  it('has a BOM, the columns and every cell as plain text', async () => {
    expect(await textOf(admin, {})).toBe(
      '\uFEFFID,Redeemed At (UTC),Subscriber,Plan,Location,Method,Status,Seconds Since Previous,Flags,Kept At (UTC),Voided At (UTC),Void Reason\r\n' +
        "red_2,2026-03-10 08:01:30,'+Ana Pereira,Unknown Plan,'=cmd|calc,barcode,completed,,,2026-03-10 12:00:00,,\r\n" +
        "red_1,2026-03-10 08:00:00,'+Ana Pereira,Unknown Plan,'=cmd|calc,'@barcode,voided,,,,2026-03-10 12:00:00,'-twice\r\n" +
        'red_3,,,Unknown Plan,Unknown Location,barcode,completed,,,,,\r\n',
    )
  })

  it('shortens names for merchant roles', async () => {
    const text = await textOf(owner, {})
    expect(text).toContain("'+Ana P.")
    expect(text).not.toMatch(/Pereira|usr_/)
  })
})

it('the JSON is one array with unformatted values', async () => {
  const rows: unknown[] = JSON.parse(await textOf(admin, { format: 'json', filter: { status: 'voided' } }))
  expect(rows).toEqual([
    {
      id: 'red_1',
      redeemedAt: at.toISOString(),
      subscriber: '+Ana Pereira',
      plan: 'Unknown Plan',
      location: '=cmd|calc',
      method: '@barcode',
      status: 'voided',
      secondsSincePrevious: null,
      flags: [],
      keptAt: null,
      voidedAt: '2026-03-10T12:00:00.000Z',
      voidReason: '-twice',
    },
  ])
  expect(JSON.parse(await textOf(admin, { format: 'json', filter: { method: 'none' } }))).toEqual([])
})

it('streams page by page: 900 redemptions in pieces, each once', async () => {
  await drink(
    Array.from({ length: 900 }, (_, index) => ({
      id: `red_m${index}`,
      merchantId: 'mer_many',
      redeemedAt: new Date(at.getTime() + Math.floor(index / 3) * 1_000),
    })),
  )
  const chunks = await chunksOf(admin, { merchantId: 'mer_many' })
  expect(chunks.length).toBeGreaterThanOrEqual(4)
  const ids = chunks.slice(1).flatMap((chunk) =>
    chunk
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')[0]),
  )
  expect([ids.length, new Set(ids).size]).toEqual([900, 900])
})

it('is audited before the first line, named after the day, and limited to own merchants', async () => {
  const audited = () => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'export_redemptions'))
  const before = (await audited()).length
  const viewer = await asViewer(services, ['mer_a'])
  const input = { merchantId: 'mer_a', format: 'csv', filter: { method: 'barcode' } } as const
  const file = await exportRedemptions(contextAs(services, viewer), input)
  expect(file).toMatchObject({ fileName: 'redemptions-2026-03-10.csv', contentType: 'text/csv; charset=utf-8' })
  const rows = await audited()
  expect(rows).toHaveLength(before + 1)
  expect(rows.find(({ adminUserId }) => adminUserId === viewer.userId)).toMatchObject({
    merchantId: 'mer_a',
    after: { format: 'csv', filters: ['method'] },
  })
  for (const [actor, merchantId, code] of [
    [viewer, 'mer_foreign', 'NOT_FOUND'],
    [admin, 'mer_missing', 'NOT_FOUND'],
    [await asCustomRole(services), 'mer_a', 'FORBIDDEN'],
  ] as const)
    await expect(exportRedemptions(contextAs(services, actor), { ...input, merchantId })).rejects.toMatchObject({
      code,
    })
  expect(await audited()).toHaveLength(before + 1)
})

it('shows the day of the platform’s zone in CSV and workbook, and names the zone', async () => {
  await insertMerchant(services, { id: 'mer_zone' })
  const redeemedAt = new Date('2026-12-01T07:30:00Z')
  await drink([{ id: 'red_zone', merchantId: 'mer_zone', redeemedAt }])
  const context = contextAs(services, admin)
  const zoned = { ...context, settings: { ...context.settings, timeZone: 'America/Los_Angeles' } }
  const input = { merchantId: 'mer_zone' }
  let csv = ''
  for await (const chunk of (await exportRedemptions(zoned, { ...input, format: 'csv' })).chunks) csv += String(chunk)
  expect(csv).toContain('ID,Redeemed At (America/Los_Angeles),')
  expect(csv).toContain('red_zone,2026-11-30 23:30:00,')
  const file = await exportRedemptions(zoned, { ...input, format: 'xlsx' })
  expect(file).toMatchObject({
    fileName: 'redemptions-2026-03-10.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  const bytes: Uint8Array[] = []
  for await (const chunk of file.chunks) bytes.push(Buffer.from(chunk))
  const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(bytes)))
  const [heading, row] = sheets[0]?.rows ?? []
  expect(heading?.slice(0, 2)).toEqual(['ID', 'Redeemed At (America/Los_Angeles)'])
  expect(row?.slice(0, 2)).toEqual(['red_zone', new Date('2026-11-30T23:30:00Z')])
})
