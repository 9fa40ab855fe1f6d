import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { csvHeaders, inTransaction, type UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportSubscriptionsInput } from '../contract'
import { exportSubscriptions, subscriptionColumns } from './subscription-export'
import { writeSubscriptions } from './write-subscriptions'

let services: TestServices
let admin: UserActor
let owner: UserActor
const at = new Date('2026-03-01T01:02:03.004Z')

async function textOf(input: object, actor = admin): Promise<string> {
  const chunks: string[] = []
  const file = await exportSubscriptions(contextAs(services, actor), exportSubscriptionsInput.parse(input))
  for await (const chunk of file.chunks) chunks.push(String(chunk))
  return chunks.join('')
}
const idsOf = async (input: object, actor = admin) =>
  (JSON.parse(await textOf({ format: 'json', ...input }, actor)) as { id: string }[]).map(({ id }) => id)
const countAudits = () => services.db.$count(adminAuditLogs, eq(adminAuditLogs.action, 'export_subscriptions'))

beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_own'])
  await insertMerchants(services, [{ id: 'mer_own', name: '=HYPERLINK("x")' }, { id: 'mer_many' }])
  await insertPlan(services, { id: 'pln_1', merchantId: 'mer_own', name: 'Comma, "quoted"' })
  await insertUser(services, { id: 'usr_1', displayName: '+Ana Pereira', email: 'ana@people.test' })
  const sold = { status: 'active' as const, createdAt: at, updatedAt: at }
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      { ...sold, id: 'sub_1', merchantId: 'mer_own', planId: 'pln_1', userId: 'usr_1', amountMinor: 2_905 },
      { ...sold, id: 'sub_2', merchantId: 'mer_own', amountMinor: 900, currency: 'JPY', createdAt: null },
      ...Array.from({ length: 1_003 }, (_, index) => ({ ...sold, id: `sub_m${index}`, merchantId: 'mer_many' })),
    ]),
  )
})

describe('the file', () => {
  it('has the columns of the list, amounts in the record’s currency, no date for the epoch and no formula', async () => {
    expect(await textOf({ format: 'csv', filter: { merchantId: 'mer_own' } })).toBe(
      `\uFEFF${csvHeaders(subscriptionColumns, services.settings.timeZone).join(',')}\r\n` +
        `sub_1,active,no,'+Ana Pereira,ana@people.test,"'=HYPERLINK(""x"")","Comma, ""quoted""",29.05,USD,month,1,29.05,` +
        '2026-03-01 01:02:03,2026-03-01 01:02:03,,,,,,\r\n' +
        `sub_2,active,no,,,"'=HYPERLINK(""x"")",Unknown Plan,900,JPY,month,1,900,,2026-03-01 01:02:03,,,,,,\r\n`,
    )
  })

  it('masks people for merchant roles, who export their own merchants only', async () => {
    const json = await textOf({ format: 'json' }, owner)
    expect(JSON.parse(json)).toMatchObject([{ id: 'sub_1', subscriber: '+Ana P.', email: null }, { id: 'sub_2' }])
    expect(json).not.toContain('Pereira')
    expect(await idsOf({ ids: ['sub_m1', 'sub_2'] }, owner)).toEqual(['sub_2'])
  })

  it('continues past a page, and is valid without matches', async () => {
    const ids = await idsOf({ filter: { merchantId: 'mer_many' } })
    expect([ids.length, new Set(ids).size]).toEqual([1_003, 1_003])
    expect(await idsOf({ filter: { status: 'canceled' } })).toEqual([])
  })

  it('has only the selected subscriptions if there is a selection', async () => {
    expect(await idsOf({ ids: ['sub_2', 'sub_1', 'sub_missing'] })).toEqual(['sub_1', 'sub_2'])
  })
})

describe('the permission to export', () => {
  it('is audited with the names of the filters, never with the search text', async () => {
    const before = await countAudits()
    await exportSubscriptions(contextAs(services, admin), { format: 'csv', filter: { q: 'Ana', status: undefined } })
    const rows = await services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.action, 'export_subscriptions'))
    expect(rows).toHaveLength(before + 1)
    expect(rows).toContainEqual(
      expect.objectContaining({ after: { format: 'csv', filters: ['q'], selected: null }, adminUserId: admin.userId }),
    )
  })

  it('is refused for foreign merchants and custom roles, and writes nothing', async () => {
    const before = await countAudits()
    const refused = (actor: UserActor, filter: object) => textOf({ format: 'csv', filter }, actor)
    await expect(refused(owner, { merchantId: 'mer_many' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(refused(await asCustomRole(services), {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await countAudits()).toBe(before)
  })

  it('of merchant roles is searched by the masked name, like the list', async () => {
    expect(await textOf({ format: 'csv', filter: { q: '+ana' } }, owner)).toContain('Ana P.')
    expect(await textOf({ format: 'csv', filter: { q: 'pereira' } }, owner)).not.toContain('Ana P.')
  })
})
