import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordAudit } from '@quaff/platform/server'
import { auditSeals } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { AuditFinding, VerifyAuditStep } from '../audit-contract'
import { sealAuditLog, sealOldAuditEntries, verifyAuditChain, verifyAuditStep } from './audit-chain'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00.000Z')
  admin = contextAs(services, await asAdmin(services))
})

const change = (targetId: string) =>
  services.db.transaction((tx) =>
    recordAudit(admin, tx, {
      action: 'update_plan',
      targetType: 'plan',
      targetId,
      before: { name: 'Old', price: { amount: 1, currency: 'usd' } },
      after: { name: `Größe "${targetId}"`, 10: 'x', 9: null },
    }),
  )

async function changes(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await change(`pln_${number}`)
}

/** Many entries together, as an import writes them, without `recordAudit`. */
async function manyEntries(count: number, start = 1): Promise<void> {
  await services.db.execute(sql`
    insert into admin_audit_logs (id, action, target_type, target_id, before, after, occurred_at)
    select 'aud_' || n, 'update_plan', 'plan', 'pln_' || n, jsonb_build_object('n', n - 1), jsonb_build_object('n', n),
      '2026-03-10T11:00:00Z'::timestamptz
    from generate_series(${start}::int, ${start + count - 1}::int) n`)
}

/** Bypasses the trigger that protects the log, which only a database superuser can do. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await services.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function verifyAll(): Promise<{ findings: AuditFinding[]; last: VerifyAuditStep; checked: number }> {
  const findings: AuditFinding[] = []
  let checked = 0
  let after = 0
  for (;;) {
    const step = await verifyAuditChain(services, after)
    findings.push(...step.findings)
    checked += step.checked
    after = step.through
    if (step.done) return { findings, last: step, checked }
  }
}

/** On a server that other tests use too, sealing waits for their transactions. */
async function sealThem(seal = sealAuditLog): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    await seal(services)
    const { unsealed } = await verifyAuditChain(services, 1e9)
    if (unsealed === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Some entries were never sealed')
}

const sealedIds = async () =>
  (await services.db.select().from(auditSeals).orderBy(auditSeals.position)).map(({ auditId }) => auditId)

describe('sealing', () => {
  it('§G36 gives each entry its place in the order of writing, once', async () => {
    await changes(3)
    await sealThem()
    await change('pln_4')
    await sealThem()
    await sealThem()
    const { rows } = await services.db.execute<{ id: string }>(sql`select id from admin_audit_logs order by sequence`)
    expect(await sealedIds()).toEqual(rows.map(({ id }) => id))
    expect(await verifyAll()).toMatchObject({ findings: [], checked: 4, last: { total: 4, unsealed: 0 } })
  })

  it('of several processes at once seals each entry once', async () => {
    await changes(5)
    await Promise.all([1, 2, 3].map(() => sealThem()))
    expect(await sealedIds()).toHaveLength(5)
    expect((await verifyAll()).findings).toEqual([])
  })

  it('takes an empty log', async () => {
    await sealThem()
    expect(await verifyAll()).toMatchObject({ findings: [], last: { head: null, total: 0, unsealed: 0 } })
  })

  it('takes years of imported entries when it is the first', async () => {
    await manyEntries(3)
    services.clock.advance(400 * 86_400_000)
    await sealThem()
    expect(await verifyAll()).toMatchObject({ findings: [], checked: 3 })
  })

  it('does not make a later sealing doubt what waited for a server that was away', async () => {
    await changes(1)
    await sealThem()
    services.clock.advance(86_400_000)
    await change('pln_2')
    services.clock.advance(10 * 86_400_000)
    await sealThem(sealOldAuditEntries)
    expect(await verifyAll()).toMatchObject({ findings: [], checked: 2 })
  })
})

describe('sealing beside open transactions', () => {
  // The embedded database has a single connection: nothing can be open beside the sealing.
  it.runIf(process.env['TEST_DATABASE_URL'])('§G36 waits for whatever could still come before', async () => {
    const insert = (id: string) => `insert into admin_audit_logs (id, action, target_type, target_id, occurred_at)
      values ('${id}', 'update_plan', 'plan', 'pln_1', '2026-03-10T12:00:00Z')`
    const open = await services.database.pool.connect()
    try {
      await open.query('begin')
      await open.query(insert('aud_a1'))
      await services.database.pool.query(insert('aud_b'))
      await sealAuditLog(services)
      expect(await sealedIds()).toEqual([])
      await open.query('savepoint inner_one')
      await open.query(insert('aud_a2'))
      await open.query('commit')
      await sealThem()
      // The inner transaction began after the one beside it.
      expect(await sealedIds()).toEqual(['aud_a1', 'aud_b', 'aud_a2'])
      await open.query('begin')
      await open.query(insert('aud_c'))
      await open.query('rollback')
      await sealThem()
      expect(await verifyAll()).toMatchObject({ findings: [], checked: 3 })
    } finally {
      open.release()
    }
  })
})

describe('verifying', () => {
  beforeEach(async () => {
    await changes(6)
    await sealThem()
    services.clock.advance(60_000)
  })

  it('counts what waits for the next sealing and doubts nothing', async () => {
    await change('pln_7')
    expect(await verifyAll()).toMatchObject({ findings: [], last: { unsealed: 1, head: { position: 6 } } })
  })

  const columns = [
    `action = 'other'`,
    `target_id = 'pln_x'`,
    `admin_user_id = 'usr_x'`,
    `admin_email = null`,
    `before = '{"name": "Other"}'`,
    `after = null`,
    `occurred_at = occurred_at + interval '1 millisecond'`,
    `sequence = 999`,
    `merchant_id = 'mer_x'`,
    `request_id = null`,
    `target_type = 'merchant'`,
  ]
  it.each(columns)('§G36 finds an entry altered by %s, and that one alone', async (assignment) => {
    const ids = await sealedIds()
    await tamper(`update admin_audit_logs set ${assignment} where id = '${ids[2]}'`)
    expect((await verifyAll()).findings).toEqual([{ kind: 'altered', position: 3, auditId: ids[2] }])
  })

  it('§G36 finds a deleted entry', async () => {
    const ids = await sealedIds()
    await tamper(`delete from admin_audit_logs where id = '${ids[3]}'`)
    expect((await verifyAll()).findings).toEqual([{ kind: 'missing', position: 4, auditId: ids[3] }])
  })

  it('finds an entry that was deleted together with its seal', async () => {
    const ids = await sealedIds()
    await tamper(
      `delete from admin_audit_logs where id = '${ids[3]}'`,
      `delete from audit_seals where audit_id = '${ids[3]}'`,
    )
    expect((await verifyAll()).findings).toEqual([{ kind: 'seal_missing', position: 4, auditId: null }])
  })

  it('finds an entry put in its place', async () => {
    const ids = await sealedIds()
    await tamper(
      `update admin_audit_logs set id = 'aud_forged' where id = '${ids[1]}'`,
      `update audit_seals set audit_id = 'aud_forged' where audit_id = '${ids[1]}'`,
    )
    expect((await verifyAll()).findings).toEqual([{ kind: 'altered', position: 2, auditId: 'aud_forged' }])
  })

  it('finds two entries that changed places', async () => {
    const [first, second] = await sealedIds()
    await tamper(
      `update audit_seals set audit_id = 'swap' where audit_id = '${first}'`,
      `update audit_seals set audit_id = '${first}' where audit_id = '${second}'`,
      `update audit_seals set audit_id = '${second}' where audit_id = 'swap'`,
    )
    expect((await verifyAll()).findings.map(({ position }) => position)).toEqual([1, 2])
  })

  const forged = `insert into admin_audit_logs (id, action, target_type, target_id, occurred_at)
    values ('aud_forged', 'approve_merchant', 'merchant', 'mer_1', '2026-03-10T08:00:00Z')`

  it('finds an inserted entry that claims to be older, before it is sealed and after', async () => {
    await tamper(forged)
    expect((await verifyAll()).findings).toEqual([{ kind: 'backdated', position: null, auditId: 'aud_forged' }])
    await sealThem(sealOldAuditEntries)
    expect((await verifyAll()).findings).toEqual([{ kind: 'backdated', position: 7, auditId: 'aud_forged' }])
  })

  it('is for administrators', async () => {
    const owner = contextAs(services, await asOwner(services, ['mer_1']))
    await expect(verifyAuditStep(owner, { after: 0 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await verifyAuditStep(admin, { after: 4 })).toMatchObject({ checked: 2, through: 6, done: true })
  })
})

describe('a long log', () => {
  it('is sealed whole, and one altered entry in it is found', { timeout: 120_000 }, async () => {
    const entries = isOnPostgres ? 100_000 : 20_000
    await manyEntries(entries)
    await sealAuditLog(services)
    await tamper(`update admin_audit_logs set after = '{"n": 0}' where id = 'aud_17777'`)
    const { findings, checked, last } = await verifyAll()
    expect({ checked, unsealed: last.unsealed }).toEqual({ checked: entries, unsealed: 0 })
    expect(findings).toEqual([{ kind: 'altered', position: expect.any(Number), auditId: 'aud_17777' }])
  })
})
