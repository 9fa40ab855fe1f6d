import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { VerifyAuditStep } from '../audit-contract'
import { settingsPermissions } from '../permissions'
import { verifyAuditChain } from './verify-audit-chain'

export async function verifyAuditStep(ctx: Context, { after }: { after: number }): Promise<VerifyAuditStep> {
  authorize(ctx.actor, settingsPermissions, 'settings.audit')
  return verifyAuditChain(ctx, after)
}
