import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sealAuditLog } from '@quaff/features/settings/server'
import { auditSeals } from '@quaff/platform/server/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { readNotedSeal, reportChain, type NotedSeal } from './verify-audit'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
  await services.db.execute(sql`
    insert into admin_audit_logs (id, action, target_type, target_id, occurred_at)
    select 'aud_' || n, 'update_plan', 'plan', 'pln_' || n, '2026-03-10T12:00:00Z' from generate_series(1, 6000) n`)
  // Other tests of the same server may have transactions open, which the sealing waits for.
  await vi.waitUntil(
    async () => {
      await sealAuditLog(services)
      return (await services.db.$count(auditSeals)) === 6_000
    },
    { timeout: 20_000 },
  )
})

async function report(noted: NotedSeal | null = null): Promise<string[]> {
  const lines: string[] = []
  await reportChain(services, noted, (line) => lines.push(line))
  return lines
}

describe('verify-audit', () => {
  it('reads the whole chain in steps and names the seal to note', async () => {
    const lines = await report()
    expect(lines.slice(0, 3)).toEqual([
      '5000 of 6000 entries checked',
      '6000 of 6000 entries checked',
      '✓ audit log  No tampering found · 0 entries waiting for the next seal',
    ])
    const noted = readNotedSeal([lines[3]?.split(': ')[1] ?? ''])
    expect(noted?.position).toBe(6_000)
    expect(await report(noted)).toEqual(lines)
  })

  it('fails when the noted seal is another one: the chain was cut off or made again', async () => {
    await expect(report({ position: 6_001, hash: 'a'.repeat(64) })).rejects.toThrow('Position 6001: the seal differs')
  })

  it('fails and names the entry that was altered', async () => {
    const client = await services.database.pool.connect()
    await client.query('set session_replication_role = replica')
    await client.query(`update admin_audit_logs set target_id = 'other' where id = 'aud_5500'`)
    await client.query('set session_replication_role = origin')
    client.release()
    await expect(report()).rejects.toThrow('Position 5500: entry aud_5500 was changed after it was sealed.')
  })

  it.each([['7'], ['7:abc'], ['x', 'y'], [`0:${'a'.repeat(64)}`]])('refuses %j as a noted seal', (...args) => {
    expect(() => readNotedSeal(args)).toThrow('Usage')
  })
})
