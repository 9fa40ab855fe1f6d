import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import type { LinkPurpose } from '@quaff/features/one-time-secrets/server'
import type { Context, Services } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createLink } from '../server/email-links'

export type InvitedDetails = {
  email?: string
  displayName?: string
  status?: string
  role?: string
  merchantIds?: string[]
  requiresPasswordSetup?: boolean
  passwordHash?: string
  /** If false, the account exists without an invitation. */
  isInvited?: boolean
}

/** An account that waits for its owner: `pending`, invited as owner of one merchant. */
export async function insertInvitedUser(services: Services, details: InvitedDetails = {}) {
  const now = services.clock.now()
  const id = services.ids.newId('usr')
  const email = details.email ?? `${id.replace('_', '.')}@example.test`.toLowerCase()
  const {
    status = 'pending',
    role = 'merchant_owner',
    merchantIds = ['mer_1'],
    requiresPasswordSetup = true,
    isInvited = true,
  } = details
  const { displayName = 'Ina Vited', passwordHash } = details
  await services.db
    .insert(users)
    .values({ id, email, displayName, status, passwordHash, createdAt: now, updatedAt: now })
  if (isInvited) {
    await services.db
      .insert(pendingInvitations)
      .values({ userId: id, role, merchantIds, requiresPasswordSetup, createdAt: now })
  }
  return { id, email }
}

/** Returns the token in the email. */
export async function tokenFromEmail(
  services: Services,
  user: { id: string; email: string },
  purpose: LinkPurpose,
): Promise<string> {
  const ctx: Context = contextAs(services)
  const url = await services.db.transaction((tx) =>
    createLink(ctx, tx, { userId: user.id, email: user.email, purpose }),
  )
  return new URL(url).searchParams.get('token') ?? ''
}
