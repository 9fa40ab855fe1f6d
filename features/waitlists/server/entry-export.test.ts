import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { csvHeaders, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportEntriesInput } from '../entries-contract'
import { insertEntries, insertWaitlist } from '../testing/waitlist-factory'
import { entryColumns, exportEntries } from './entry-export'

let services: TestServices
let admin: UserActor
let waitlistId: string
let ids: string[]
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  waitlistId = (await insertWaitlist(services, { slug: 'early' })).id
  const at = (ms: number) => new Date(services.clock.now().getTime() + ms)
  const rows = await insertEntries(services, [
    { waitlistId, name: '=1+1', answers: { Why: '@SUM(A1)', Drink: 'Flat white, "large"' }, createdAt: at(-2) },
    { waitlistId, name: '<b>Zoë</b>', answers: { Drink: '-2' }, createdAt: at(-1) },
    { waitlistId, status: 'invited', invitationExpiresAt: at(0), name: 'Late', createdAt: at(0) },
  ])
  ids = rows.map(({ id }) => id)
})

async function fileOf(input: object, actor = admin) {
  const file = await exportEntries(contextAs(services, actor), exportEntriesInput.parse(input))
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  return { ...file, text }
}
const tableOf = (text: string): string[][] => parse(text, { bom: true })

it('has every answer in a column of its own, and no cell that a spreadsheet would run', async () => {
  const { text, fileName } = await fileOf({ format: 'csv', filter: { waitlistId } })
  const [header, ...rows] = tableOf(text)
  expect(fileName).toMatch(/^waitlist-early-\d{4}-\d\d-\d\d\.csv$/)
  expect(header).toEqual([...csvHeaders(entryColumns(new Date()), services.settings.timeZone), 'Drink', 'Why'])
  expect(rows.map((row) => [row[0], row[9], ...row.slice(-2)])).toEqual([
    ['Late', 'expired', '', ''],
    ['<b>Zoë</b>', 'waiting', "'-2", ''],
    ["'=1+1", 'waiting', 'Flat white, "large"', "'@SUM(A1)"],
  ])
})

it('holds what the filter finds, or who is selected of this list', async () => {
  const names = async (input: object) =>
    tableOf((await fileOf({ format: 'csv', ...input })).text)
      .slice(1)
      .map(([name]) => name)
  expect(await names({ filter: { waitlistId, status: 'expired' } })).toEqual(['Late'])
  expect(await names({ filter: { waitlistId }, ids: ids.slice(1, 2) })).toEqual(['<b>Zoë</b>'])
  expect(await names({ filter: { waitlistId }, ids: [] })).toEqual([])
  const other = await insertWaitlist(services)
  expect(await names({ filter: { waitlistId: other.id }, ids })).toEqual([])
})

it('as JSON holds the answers as they are', async () => {
  const { text } = await fileOf({ format: 'json', filter: { waitlistId, status: 'waiting' } })
  expect(JSON.parse(text)).toMatchObject([{ name: '<b>Zoë</b>' }, { name: '=1+1', answers: { Why: '@SUM(A1)' } }])
})

it('is audited without any address, and not for merchants', async () => {
  await fileOf({ format: 'csv', filter: { waitlistId } })
  const [audit] = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, waitlistId))
  expect(audit).toMatchObject({ action: 'export_waitlist', after: { format: 'csv', filters: ['waitlistId'] } })
  for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])])
    await expect(fileOf({ format: 'csv', filter: { waitlistId } }, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
