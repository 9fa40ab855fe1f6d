import { sql } from 'drizzle-orm'
import type { Services } from '@quaff/platform/server'
import { everybody, signedIn, strangers, type Endpoint } from '../endpoint'

const administratorsOnly = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' } as const

async function settingsVersion({ db }: Services): Promise<number> {
  const { rows } = await db.execute<{ version: number }>(
    sql`select coalesce(sum(version), 0)::int as version from platform_settings`,
  )
  return rows[0]?.version ?? 0
}

async function insertAuditEntry({ db, ids }: Services): Promise<string> {
  const id = ids.newId('aud')
  await db.execute(sql`insert into admin_audit_logs (id, action, target_type, target_id, occurred_at)
    values (${id}, 'update_plan', 'plan', 'pln_1', '2026-03-10T12:00:00Z')`)
  return id
}

export const settingsEndpoints: Record<string, Endpoint> = {
  'settings.platform': { input: () => undefined, expected: administratorsOnly },
  'settings.public': { input: () => undefined, expected: everybody('ok') },
  'settings.updatePlatform': {
    input: async (services) => ({
      version: await settingsVersion(services),
      platformFeeBasisPoints: 250,
      supportAddress: 'help@example.test',
      appStoreUrl: null,
      playStoreUrl: null,
    }),
    expected: administratorsOnly,
  },
  'settings.checkHealth': { input: () => undefined, expected: administratorsOnly },
  'settings.retryFailed': { input: () => ({ part: 'mail' }), expected: administratorsOnly },
  'settings.auditLog': {
    input: async (services) => ({ targetId: (await insertAuditEntry(services)) && 'pln_1' }),
    expected: administratorsOnly,
  },
  'settings.auditEntry': {
    input: async (services) => ({ auditId: await insertAuditEntry(services) }),
    expected: administratorsOnly,
  },
  'settings.auditOptions': { input: () => undefined, expected: administratorsOnly },
  'settings.mailTemplates': { input: () => ({}), expected: administratorsOnly },
  'settings.mailPreview': { input: () => ({ template: 'invitation' }), expected: administratorsOnly },
  'settings.verifyAudit': { input: () => ({}), expected: administratorsOnly },
}

export const settingsFileEndpoints: Record<string, Endpoint> = {
  'audit-export': { input: () => ({ format: 'csv' }), expected: administratorsOnly },
}
