import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { csvHeaders, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportLinksInput } from '../contract'
import { insertLinkRow } from '../testing/link-factory'
import { exportLinks, linkColumns } from './link-export'
import { affiliateDays } from './tables'

let services: TestServices
let admin: UserActor
let own: string
let tent: string

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  own = (await insertMerchant(services, { name: '@Half Moon' })).id
  const at = (ms: number) => new Date(services.clock.now().getTime() + ms)
  const row = { name: '=1+1', slug: 'tent', code: 'TENT', merchantId: own, createdAt: at(-2), endsAt: at(-1) }
  tent = (await insertLinkRow(services, row)).id
  await insertLinkRow(services, { name: 'Post', slug: 'post', code: 'POST', createdAt: at(-1), status: 'archived' })
  await services.db.insert(affiliateDays).values({ linkId: tent, day: '2026-03-10', clicks: 8 })
})

async function fileOf(input: object, actor = admin) {
  const file = await exportLinks(contextAs(services, actor), exportLinksInput.parse(input))
  let text = ''
  for await (const chunk of file.chunks) text += chunk
  return { ...file, text }
}
const rowsOf = (text: string): string[][] => parse(text, { bom: true })

it('has the figures of each link, nothing where nothing is known, and no cell that a spreadsheet would run', async () => {
  const { text, fileName } = await fileOf({ format: 'csv' })
  const [header, post, table] = rowsOf(text)
  expect(fileName).toBe('affiliate-links-2026-03-10.csv')
  expect(header).toEqual(csvHeaders(linkColumns, services.settings.timeZone))
  expect(post?.slice(0, 7)).toEqual([
    'Post',
    `${services.settings.baseUrl}/r/post`,
    'POST',
    'home',
    'Platform',
    '',
    'archived',
  ])
  expect([table?.[0], table?.[4], table?.[6]]).toEqual(["'=1+1", "'@Half Moon", 'ended'])
  expect(table?.slice(9, 14)).toEqual(['8', '', '', '', ''])
})

it('as JSON keeps what is unknown apart from nothing', async () => {
  const { text } = await fileOf({ format: 'json', filter: { status: 'active' } })
  expect(JSON.parse(text)).toMatchObject([{ name: '=1+1', clicks: 8, signups: null, conversionPercent: null }])
})

it('holds what the filter finds or what is selected, of the own merchants only', async () => {
  const namesOf = async (input: object, actor = admin) =>
    rowsOf((await fileOf({ format: 'csv', ...input }, actor)).text)
      .slice(1)
      .map(([, , code]) => code)
  expect(await namesOf({ ids: [tent] })).toEqual(['TENT'])
  expect(await namesOf({ ids: [] })).toEqual([])
  expect(await namesOf({ filter: { merchantId: own } })).toEqual(['TENT'])
  const others = [await asOwner(services, [own]), await asViewer(services, [own])]
  for (const actor of others) expect(await namesOf({}, actor)).toEqual(['TENT'])
  const stranger = await asOwner(services, [(await insertMerchant(services)).id])
  expect(await namesOf({ ids: [tent] }, stranger)).toEqual([])
  await expect(namesOf({ filter: { merchantId: own } }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('is audited with what was asked for', async () => {
  await fileOf({ format: 'csv', filter: { merchantId: own }, ids: [tent] })
  const audits = await services.db
    .select()
    .from(adminAuditLogs)
    .where(eq(adminAuditLogs.merchantId, own))
    .orderBy(adminAuditLogs.sequence)
  expect(audits.at(-1)).toMatchObject({
    action: 'export_affiliate_links',
    after: { format: 'csv', filters: ['merchantId'], selected: 1 },
  })
})

it.each([
  { format: 'xls' },
  {},
  { format: 'csv', filter: { status: 'ended' } },
  { format: 'csv', filter: { all: true } },
  { format: 'csv', ids: Array(501).fill('lnk_1') },
])('refuses to be asked %j', (input) => {
  expect(exportLinksInput.safeParse(input).success).toBe(false)
})
