import { insertAccount, lockPendingUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { commandLineContext, type Context, type Services, type Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import { emailSchema } from '@quaff/platform/shared/text'
import { userRefusals } from '../refusals'
import { existingAccountText, readUserStatus } from '../rules'
import { createInvitation } from './send-invitation'
import { publishUser } from './user-presenter'
import { findUserByEmail } from './user-store'

/**
 * Returns the link of an invitation that makes `email` an administrator. Repeating it replaces the link. `shellUser` is
 * recorded in the audit log, such as "root@web-1". Refuses an account that is not an administrator still invited.
 */
export async function createFirstAdministrator(services: Services, email: string, shellUser?: string): Promise<string> {
  const ctx = commandLineContext(services)
  const parsed = emailSchema.safeParse(email)
  if (!parsed.success) throw refuse(userRefusals, 'EMAIL')
  return inTransaction(ctx, async (tx) => {
    const userId = await pendingAdministrator(ctx, tx, parsed.data)
    const url = await createInvitation(ctx, tx, { id: userId, email: parsed.data, role: adminRole, merchantIds: [] })
    await addUserActivity(ctx, tx, { userId, action: 'invited', details: { role: adminRole } })
    await recordAudit(ctx, tx, {
      action: 'grant_admin',
      targetType: 'user',
      targetId: userId,
      after: { role: adminRole, status: 'pending', ...(shellUser && { shellUser }) },
    })
    await publishUser(tx, userId)
    return url
  })
}

async function pendingAdministrator(ctx: Context, tx: Transaction, email: string): Promise<string> {
  const now = ctx.clock.now()
  const id = ctx.ids.newId('usr')
  const account = {
    id,
    email,
    role: adminRole,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
    statusUpdatedAt: now,
  }
  if (await insertAccount(tx, account)) return id
  const existing = await findUserByEmail(tx, email)
  if (existing && existing.role === adminRole && (await lockPendingUser(tx, existing.id))) return existing.id
  const status = readUserStatus(existing?.status ?? 'active')
  const text = status === 'pending' ? 'This email is invited with another role.' : existingAccountText(status)
  throw refuse(userRefusals, 'ACCOUNT_EXISTS', text)
}
