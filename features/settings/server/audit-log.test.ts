import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { recordAudit } from '@quaff/platform/server'
import { adminAuditLogs, auditSeals } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { exportAuditInput, listAuditLogInput, type AuditLogFilter } from '../audit-contract'
import { sealAuditLog } from './audit-chain'
import { exportAuditLog } from './audit-log-export'
import { auditPageQuery } from './audit-log-store'
import { getAuditEntry, getAuditOptions, listAuditLog } from './read-audit-log'

let services: TestServices
let ada: TestContext
let bert: TestContext
beforeAll(async () => {
  services = await createTestServices()
  ada = contextAs(services, await asAdmin(services, { displayName: 'Ada Admin' }))
  bert = contextAs(services, await asAdmin(services, { displayName: null, email: 'bert@xn--mller-kva.test' }))
  const write = async (ctx: TestContext, action: string, targetId: string, merchantId: string | null = null) => {
    services.clock.advance(86_400_000)
    await services.db.transaction((tx) =>
      recordAudit(ctx, tx, {
        action,
        targetType: action.split('_').at(-1) ?? '',
        targetId,
        merchantId,
        before: { name: 'Old', accountNumber: '000123456789' },
        after: { name: '=1+1', accountNumber: '000123456789', live: true },
      }),
    )
  }
  // March 11 to 15.
  await write(ada, 'update_plan', 'pln_1', 'mer_1')
  await write(bert, 'update_plan', 'pln_2', 'mer_1')
  await write(bert, 'approve_merchant', 'mer_2', 'mer_2')
  // Other tests of the same server may have transactions open, which the sealing waits for.
  await vi.waitUntil(
    async () => {
      await sealAuditLog(services)
      return (await services.db.$count(auditSeals)) === 3
    },
    { timeout: 30_000 },
  )
  await write(ada, 'legacy_thing', 'x')
  await services.db.execute(
    sql`insert into admin_audit_logs (id, action, target_type, target_id, occurred_at) values ('aud_system', 'rotate_bank_keys', 'platform', 'keys', '2026-03-15T12:00:00Z')`,
  )
})

async function targets(filter: AuditLogFilter): Promise<string[]> {
  const { rows } = await listAuditLog(ada, listAuditLogInput.parse(filter))
  return rows.map((row) => row.targetId)
}

describe('the audit log', () => {
  it('is listed newest first, with who, what, where and its place in the chain', async () => {
    const { rows, total } = await listAuditLog(ada, listAuditLogInput.parse({}))
    expect(total).toBe(5)
    expect(rows.map((row) => [row.targetId, row.adminName, row.sealPosition])).toEqual([
      ['keys', null, null],
      ['x', 'Ada Admin', null],
      ['mer_2', 'bert@müller.test', 3],
      ['pln_2', 'bert@müller.test', 2],
      ['pln_1', 'Ada Admin', 1],
    ])
  })

  it('shows what was before and after, and never a whole account number', async () => {
    const { rows } = await listAuditLog(ada, listAuditLogInput.parse({ targetId: 'pln_1' }))
    expect(rows[0]).toMatchObject({
      targetName: '=1+1',
      requestId: 'req_test',
      changes: [
        { field: 'Name', before: 'Old', after: '=1+1' },
        { field: 'Live', before: null, after: 'Yes' },
      ],
    })
    expect(JSON.stringify(rows)).not.toContain('000123456789')
    expect(await getAuditEntry(ada, { auditId: rows[0]?.id ?? '' })).toEqual(rows[0])
  })

  it.each<[AuditLogFilter, string[]]>([
    [{ action: 'update_plan' }, ['pln_2', 'pln_1']],
    [{ targetType: 'merchant' }, ['mer_2']],
    [{ targetType: 'plan', targetId: 'pln_2' }, ['pln_2']],
    [{ merchantId: 'mer_1' }, ['pln_2', 'pln_1']],
    [{ from: new Date('2026-03-12T12:00:00Z'), to: new Date('2026-03-13T12:00:00Z') }, ['mer_2', 'pln_2']],
    [{ merchantId: 'mer_1', action: 'approve_merchant' }, []],
    [{ from: new Date(8.64e15) }, []],
  ])('filters by %j', async (filter, expected) => expect(await targets(filter)).toEqual(expected))

  it('filters by who did it', async () => {
    const actorId = bert.actor.kind === 'user' ? bert.actor.userId : ''
    expect(await targets({ actorId })).toEqual(['mer_2', 'pln_2'])
  })

  it('is searched by the names of people, merchants and what was changed, or by a whole id', async () => {
    await insertMerchant(services, { id: 'mer_1', name: 'Foxglove Coffee' })
    expect(await targets({ q: 'FOXglove' })).toEqual(['pln_2', 'pln_1'])
    expect(await targets({ q: 'ada adm' })).toEqual(['x', 'pln_1'])
    expect(await targets({ q: 'bert@' })).toEqual(['mer_2', 'pln_2'])
    expect(await targets({ q: ' pln_2 ' })).toEqual(['pln_2'])
    expect(await targets({ q: '=1+' })).toEqual(['x', 'mer_2', 'pln_2', 'pln_1'])
    expect(await targets({ q: '%' })).toEqual([])
    expect(await targets({ q: ' ' })).toHaveLength(5)
  })

  it('takes anything that is searched for, and refuses to compare with what no row can hold', async () => {
    expect(await targets({ q: '\0' })).toHaveLength(5)
    for (const q of ['x\0', '\\', "'"]) expect(await targets({ q })).not.toHaveLength(5)
    for (const name of ['actorId', 'action', 'targetType', 'targetId', 'merchantId'])
      expect(listAuditLogInput.safeParse({ [name]: 'x\0' }).success, name).toBe(false)
  })

  it('pages without losing or repeating an entry', async () => {
    const first = await listAuditLog(ada, listAuditLogInput.parse({ limit: 2 }))
    const second = await listAuditLog(ada, listAuditLogInput.parse({ limit: 2, cursor: first.nextCursor }))
    const third = await listAuditLog(ada, listAuditLogInput.parse({ limit: 2, cursor: second.nextCursor }))
    const all = [first, second, third].flatMap((page) => page.rows.map((row) => row.targetId))
    expect(all).toEqual(['keys', 'x', 'mer_2', 'pln_2', 'pln_1'])
    expect(third.hasMore).toBe(false)
  })

  it('offers what occurs in it', async () => {
    const options = await getAuditOptions(ada)
    expect(options.actions).toEqual(['approve_merchant', 'legacy_thing', 'rotate_bank_keys', 'update_plan'])
    expect(options.targetTypes).toEqual(['merchant', 'plan', 'platform', 'thing'])
    expect(options.actors.map(({ name }) => name)).toEqual(['Ada Admin', 'bert@müller.test'])
  })

  it('does not have an entry that does not exist', async () => {
    await expect(getAuditEntry(ada, { auditId: 'aud_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the export', () => {
  const textOf = async (input: unknown) => {
    let text = ''
    for await (const chunk of (await exportAuditLog(ada, exportAuditInput.parse(input))).chunks) text += chunk
    return text
  }

  it('is a CSV with formula-safe cells, or JSON with the values as they are', async () => {
    const filter = { targetId: 'pln_1' }
    const lines = (await textOf({ format: 'csv', filter })).trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFID,Occurred At (UTC),Actor ID,Actor Email,Action,Target Type,Target ID,Merchant ID,Before,After,Request ID',
    )
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('2026-03-11 12:00:00')
    expect(lines[1]).not.toContain('000123456789')
    expect(JSON.parse(await textOf({ format: 'json', filter }))).toMatchObject([
      { targetId: 'pln_1', merchantId: 'mer_1', after: { name: '=1+1', accountNumber: '••••6789', live: true } },
    ])
    expect(JSON.parse(await textOf({ format: 'json', filter: { targetId: 'none' } }))).toEqual([])
  })

  it('is audited itself', async () => {
    await exportAuditLog(ada, { format: 'csv', filter: { action: 'update_plan' } })
    const rows = await services.db.select().from(adminAuditLogs).orderBy(adminAuditLogs.sequence)
    expect(rows.filter(({ action }) => action === 'export_audit').at(-1)).toMatchObject({
      after: { format: 'csv', filters: ['action'] },
    })
  })
})

describe('everything about the audit log', () => {
  it('is for administrators, and a refused export leaves no trace', async () => {
    const before = await services.db.$count(adminAuditLogs)
    for (const actor of [anonymous, await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
      const ctx = contextAs(services, actor)
      const refused = { code: actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN' }
      await expect(listAuditLog(ctx, listAuditLogInput.parse({}))).rejects.toMatchObject(refused)
      await expect(getAuditEntry(ctx, { auditId: 'aud_system' })).rejects.toMatchObject(refused)
      await expect(getAuditOptions(ctx)).rejects.toMatchObject(refused)
      await expect(exportAuditLog(ctx, { format: 'csv' })).rejects.toMatchObject(refused)
    }
    expect(await services.db.$count(adminAuditLogs)).toBe(before)
  })
})

it('a page of the audit log is read along the index by time, however long the log is', async () => {
  const plan = await services.db.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql.raw(`set local enable_${way} = off`))
    const query = auditPageQuery(services.db, {}, { cursor: null, limit: 20 }).getSQL()
    return (await tx.execute<Record<string, unknown>>(sql`explain ${query}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
  })
  expect(plan).toContain('admin_audit_logs_occurred_at')
  expect(plan.match(/(\w+ )?Sort {2}/g)).toEqual(['Incremental Sort  '])
})

describe('the search of a long audit log', () => {
  const amount = 4_000
  beforeAll(async () => {
    const people = await insertUsers(services, [{ displayName: '佐藤 花子' }, { displayName: 'Wren Old' }])
    await insertMerchant(services, { id: 'mer_old', name: 'Lantern Tea' })
    // Older than everything else, so that no walk over the newest entries meets them.
    await services.db.execute(sql`insert into admin_audit_logs
        (id, action, target_type, target_id, merchant_id, admin_user_id, admin_email, after, occurred_at)
      values
        ('old_1', 'update_plan', 'plan', 'p1', 'mer_old', null, null, null, '2020-01-01T00:00:01Z'),
        ('old_2', 'update_status', 'merchant', 'mer_old', null, null, null, null, '2020-01-01T00:00:02Z'),
        ('old_3', 'update_role', 'user', ${people[0]?.id ?? ''}, null, null, null, null, '2020-01-01T00:00:03Z'),
        ('old_4', 'update_plan', 'plan', 'pool2', null, ${people[1]?.id ?? ''}, null, null, '2020-01-01T00:00:04Z'),
        ('old_5', 'update_plan', 'plan', 'p3', null, null, 'gone@quince.test', '{"name": "藤 Quince"}', '2020-01-01T00:00:05Z')`)
    await services.db.execute(sql`insert into admin_audit_logs (id, action, target_type, target_id, after, occurred_at)
      select 'aud_' || n, 'update_plan', 'plan', 'pln_many', '{"name": "Everyday"}', timestamptz '2025-01-01' + n * interval '1 s'
      from generate_series(1, ${amount}::int) n`)
    await services.db.execute(sql`analyze admin_audit_logs`)
  })

  it.each([
    ['lantern', ['old_2', 'old_1']],
    ['佐藤', ['old_3']],
    ['wren', ['old_4']],
    ['quince', ['old_5']],
    ['gone@quince.test', ['old_5']],
    ['藤', ['old_5', 'old_3']],
    ['pool2', ['old_4']],
    ['nobody', []],
  ])('finds by "%s" the oldest entries', async (q, expected) => {
    const { rows, total } = await listAuditLog(ada, listAuditLogInput.parse({ q }))
    expect([rows.map(({ id }) => id), total]).toEqual([expected, expected.length])
  })

  it('fills a page with a frequent word from the newest entries, and counts no more than a search counts', async () => {
    const page = await listAuditLog(ada, listAuditLogInput.parse({ q: 'everyday' }))
    expect(page.rows.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `aud_${amount - n}`))
    expect(page.total).toBeNull()
    const next = await listAuditLog(ada, listAuditLogInput.parse({ q: 'everyday', cursor: page.nextCursor }))
    expect(next.rows[0]?.id).toBe(`aud_${amount - 20}`)
  })

  it.each(['lantern', '佐藤', 'nobody here', 'everyday'])(
    'has an index for each part of the search for "%s"',
    async (q) => {
      const query = auditPageQuery(services.db, { q }, { cursor: null, limit: 20 })
      // A log of 4,000 entries is read as fast without.
      const plan = await planOf(services.db, query, { without: ['seqscan'] })
      expect(plan).not.toContain('Seq Scan on admin_audit_logs')
      for (const index of ['actor', 'target_id', 'merchant']) expect(plan).toContain(`admin_audit_logs_${index}`)
      expect(plan).toMatch(/admin_audit_logs_search_(text|grams)/)
    },
  )
})

describe('ids in the audit log', () => {
  it('have the names of whom they belong to beside them, in the record and in what changed', async () => {
    await insertMerchant(services, { id: 'mer_named', name: 'Half Moon' })
    const olive = await asOwner(services, [], { displayName: 'Olive Owner' })
    await services.db
      .insert(adminAuditLogs)
      .values({
        id: 'aud_named',
        action: 'update_role',
        targetType: 'user',
        targetId: olive.userId,
        after: { merchantIds: ['mer_named', 'mer_gone'] },
        occurredAt: new Date('2026-03-01T12:00:00Z'),
      })
    const entry = await getAuditEntry(ada, { auditId: 'aud_named' })
    expect(entry).toMatchObject({
      targetName: 'Olive Owner',
      changes: [{ field: 'Merchant ids', before: null, after: 'Half Moon (mer_named), mer_gone' }],
    })
  })
})
