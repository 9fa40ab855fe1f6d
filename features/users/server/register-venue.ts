import { insertAccount, linkApplication, saveRole } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { createApplication, updateApplication, type ApplicationPatch } from '@quaff/features/merchants/server'
import { endSessions, merchantScope } from '@quaff/features/sessions/server'
import { type Context, queueMail, recordAudit, type Transaction, type UserActor } from '@quaff/platform/server'
import { lockTarget, refuseUnlessPossible } from './target-person'
import { readPhoneNumber } from './update-profile'
import { venueOwnerMail } from './user-emails'
import { publishUser } from './user-presenter'
import { findAccountToRegister } from './user-store'

export type VenueApplicant = {
  email: string
  displayName: string
  phoneNumber: string
  venueName: string
  /** Further fields of the business, as the onboarding reads them. */
  business: NonNullable<ApplicationPatch['business']>
}

/**
 * Creates a pending account with a merchant's application (G23) for a verified address. A person who registered
 * before without a merchant gets the application. Returns null for every other known address.
 */
export async function registerVenue(
  ctx: Context,
  tx: Transaction,
  applicant: VenueApplicant,
): Promise<{ userId: string; applicationId: string } | null> {
  const userId = await findOrRegister(ctx, tx, applicant)
  if (userId === null) return null
  const applicationId = await openApplication(ctx, tx, userId, applicant)
  await linkApplication(tx, userId, applicationId)
  await recordAudit(ctx, tx, {
    action: 'register_user',
    targetType: 'user',
    targetId: userId,
    after: { status: 'pending_approval', applicationId },
  })
  await publishUser(tx, userId)
  return { userId, applicationId }
}

/** The application only, for an existing account that receives its rights on approval. */
export async function openApplication(
  ctx: Context,
  tx: Transaction,
  userId: string,
  { venueName, email, business }: Pick<VenueApplicant, 'venueName' | 'email' | 'business'>,
): Promise<string> {
  const application = await createApplication(ctx, tx, { userId, venueName, email })
  await updateApplication(tx, application, { business }, ctx.clock.now())
  return application.id
}

async function findOrRegister(ctx: Context, tx: Transaction, applicant: VenueApplicant) {
  const now = ctx.clock.now()
  const id = ctx.ids.newId('usr')
  const isNew = await insertAccount(tx, {
    id,
    email: applicant.email,
    emailVerified: true,
    displayName: applicant.displayName,
    phoneNumber: readPhoneNumber(applicant.phoneNumber),
    role: 'customer',
    status: 'pending_approval',
    createdAt: now,
    updatedAt: now,
    statusUpdatedAt: now,
  })
  if (isNew) {
    await addUserActivity(ctx, tx, { userId: id, action: 'account_registered' })
    return id
  }
  const existing = await findAccountToRegister(tx, applicant.email)
  return existing?.status === 'pending_approval' && existing.applicationId === null ? existing.id : null
}

/**
 * Makes a customer the owner of a merchant that is not set up yet. Their sign-in methods stay, and email links work
 * too.
 */
export async function makeVenueOwner(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  { userId, applicationId, venueName }: { userId: string; applicationId: string; venueName: string },
) {
  const role = 'merchant_owner'
  const target = await lockTarget(tx, merchantScope(actor), { userId })
  refuseUnlessPossible('updateRole', actor, target)
  const { user } = target
  await saveRole(tx, userId, { role, merchantIds: [], keepsApplication: true }, ctx.clock.now())
  await linkApplication(tx, userId, applicationId)
  await endSessions(tx, userId)
  const from = user.effectiveRole ?? user.role
  const details = { by: actor.userId, from, role }
  await addUserActivity(ctx, tx, { userId, action: 'role_changed', details })
  await recordAudit(ctx, tx, {
    action: 'update_role',
    targetType: 'user',
    targetId: userId,
    before: { role: from },
    after: { role, merchantIds: [], applicationId },
  })
  const to = { to: user.email, isPlaceholder: user.emailIsPlaceholder }
  await queueMail(ctx, tx, { ...to, ...venueOwnerMail(venueName, ctx.settings.baseUrl) })
  await publishUser(tx, userId)
}
