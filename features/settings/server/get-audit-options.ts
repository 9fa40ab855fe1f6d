import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { auditLogLimits, type AuditOptions } from '../audit-contract'
import { settingsPermissions } from '../permissions'
import { listAuditOptions } from './audit-log-store'

export async function getAuditOptions(ctx: Context): Promise<AuditOptions> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  const rows = await listAuditOptions(ctx.db)
  const words = (values: string[]) => [...new Set(values)].sort().slice(0, auditLogLimits.options)
  const actors = new Map(rows.flatMap(({ actorId, actorName }) => (actorId ? [[actorId, actorName ?? actorId]] : [])))
  return {
    actions: words(rows.map(({ action }) => action)),
    targetTypes: words(rows.map(({ targetType }) => targetType)),
    actors: [...actors]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
      .slice(0, auditLogLimits.options),
  }
}
