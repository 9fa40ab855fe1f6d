import { insertAccount, linkApplication } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { type Context, recordAudit, type Transaction, type UserActor } from '@quaff/platform/server'
import { venueOwnerWay } from '../access-rules'
import { makeVenueOwner, openApplication, type VenueApplicant } from './register-venue'
import { approveRegistrationIn } from './review-registration'
import { sendInvitation } from './send-invitation'
import { lockTarget } from './target-person'
import { publishUser } from './user-presenter'
import { findUserByEmail } from './user-store'

const role = 'merchant_owner'

type Venue = Pick<VenueApplicant, 'email' | 'venueName' | 'business'>
export type OpenedVenue = { userId: string; applicationId: string }

/**
 * An address becomes the owner of a venue that is still to be set up: a new account is invited, a registration approved,
 * a customer made an owner. Null, and nothing is written, where `venueOwnerWay` finds none. Inside of the transaction of
 * a verb that has been authorized.
 */
export async function inviteVenueOwner(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  venue: Venue,
): Promise<OpenedVenue | null> {
  const invited = await inviteNewOwner(ctx, tx, actor, venue)
  if (invited) return invited
  const existing = await findUserByEmail(tx, venue.email)
  if (!existing) throw new Error('The account with this email was just deleted.')
  const { user, details } = await lockTarget(tx, merchantScope(actor), { userId: existing.id })
  const way = venueOwnerWay(details)
  if (way === null) return null
  const applicationId = user.applicationId ?? (await openApplication(ctx, tx, user.id, venue))
  const opened = { userId: user.id, applicationId }
  if (way === 'convert') {
    await makeVenueOwner(ctx, tx, actor, { ...opened, venueName: venue.venueName })
    return opened
  }
  if (user.applicationId === null) await linkApplication(tx, user.id, applicationId)
  const approvedVenue = venue.venueName
  await approveRegistrationIn(ctx, tx, actor, { userId: user.id, merchantIds: [], approvedVenue })
  return opened
}

/** Returns null if the address has an account, also from a concurrent insert. */
async function inviteNewOwner(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  venue: Venue,
): Promise<OpenedVenue | null> {
  const now = ctx.clock.now()
  const userId = ctx.ids.newId('usr')
  const dates = { createdAt: now, updatedAt: now, statusUpdatedAt: now }
  if (!(await insertAccount(tx, { id: userId, email: venue.email, role, status: 'pending', ...dates }))) return null
  const applicationId = await openApplication(ctx, tx, userId, venue)
  await linkApplication(tx, userId, applicationId)
  const invitee = { id: userId, email: venue.email, role, merchantIds: [], approvedVenue: venue.venueName }
  await sendInvitation(ctx, tx, invitee)
  await addUserActivity(ctx, tx, { userId, action: 'invited', details: { by: actor.userId, role } })
  await recordAudit(ctx, tx, {
    action: 'invite_user',
    targetType: 'user',
    targetId: userId,
    after: { role, status: 'pending', merchantIds: [], applicationId },
  })
  await publishUser(tx, userId, [])
  return { userId, applicationId }
}
