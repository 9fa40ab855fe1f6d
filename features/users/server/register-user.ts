import type { z } from 'zod'
import { insertAccount, listAdministratorsToMail, lockPendingUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { showFirstSteps } from '@quaff/features/settings/server'
import { signInLimits } from '@quaff/features/sign-in/contract'
import {
  adminRole,
  commandLineContext,
  type Context,
  emailSchema,
  inTransaction,
  recordAudit,
  refuse,
  type Services,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import type { registerUserInput } from '../contract'
import { userRefusals } from '../refusals'
import { existingAccountText, readUserStatus } from '../rules'
import { throttle, createInvitation } from './send-invitation'
import { readPhoneNumber } from './update-profile'
import { publishUser } from './user-presenter'
import { findUserByEmail } from './user-store'

/**
 * `createAdminUserV2` with `isPublicRegistration` (G23): a pending account without role and merchants. A known
 * address gets the same response; its account is unchanged and receives no email.
 */
export async function registerUser(ctx: Context, input: z.infer<typeof registerUserInput>): Promise<{ success: true }> {
  await throttle(ctx, 'registrationPerNetwork', ctx.request.network)
  await throttle(ctx, 'registrationPerAddress', ctx.secrets.hash(input.email))
  const now = ctx.clock.now()
  const id = ctx.ids.newId('usr')
  await inTransaction(ctx, async (tx) => {
    const isNew = await insertAccount(tx, {
      id,
      email: input.email,
      displayName: withoutControls(input.displayName ?? '').trim() || null,
      phoneNumber: readPhoneNumber(input.phoneNumber ?? ''),
      role: 'customer',
      status: 'pending_approval',
      createdAt: now,
      updatedAt: now,
      statusUpdatedAt: now,
    })
    if (!isNew) return
    await addUserActivity(ctx, tx, { userId: id, action: 'account_registered' })
    await recordAudit(ctx, tx, {
      action: 'register_user',
      targetType: 'user',
      targetId: id,
      after: { status: 'pending_approval' },
    })
    await publishUser(tx, id)
  })
  return { success: true }
}

/**
 * Invites `email` as administrator and returns the link; repeating it replaces the link. `shellUser` is recorded in the
 * audit log, such as "root@web-1". `administrators` are those who can already sign in. Refuses any other account.
 */
export async function createFirstAdministrator(services: Services, email: string, shellUser?: string) {
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
    const administrators = (await listAdministratorsToMail(tx)).map((one) => one.email)
    if (administrators.length === 0) await showFirstSteps(tx, ctx.clock.now())
    const validUntil = new Date(ctx.clock.now().getTime() + signInLimits.invitationLinkMs)
    return { url, validUntil, administrators }
  })
}

async function pendingAdministrator(ctx: Context, tx: Transaction, email: string) {
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
