import { countLocations } from '@quaff/features/locations/server'
import { isSettingUp, phaseOf } from '@quaff/features/onboarding/rules'
import { countActivePlans } from '@quaff/features/plans/server'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Queryable } from '@quaff/platform/server/context'
import { notificationLimits } from '../contract'
import { applicationItem, merchantItems, type MerchantFacts } from '../merchant-rules'
import { fromTally, stuckText } from '../platform-rules'
import type { WaitingFact } from '../rules'
import { tallyStuckInvitations } from './invitation-tally-store'
import { findOpenApplication, listMerchantsOfStaff, listNewStatements } from './merchant-waiting-store'

/** What waits for an owner or a viewer, over all their merchants. */
export async function readMerchantItems(db: Queryable, actor: UserActor, now: Date): Promise<WaitingFact[]> {
  // A venue in setup is not among the claims yet.
  const scope = merchantScope({ ...actor, merchantIds: [...actor.merchantIds, ...actor.ownMerchantIds] })
  const isOwner = actor.role === 'merchant_owner'
  const [facts, application, team] = await Promise.all([
    readMerchantFacts(db, scope, now),
    isOwner ? readApplication(db, actor) : [],
    isOwner ? readTeam(db, merchantScope(actor), now) : [],
  ])
  const items = facts.flatMap((one) => merchantItems(one, { userId: actor.userId, isOwner }, now))
  return [...items, ...application, ...team]
}

async function readMerchantFacts(db: Queryable, scope: MerchantScope, now: Date): Promise<MerchantFacts[]> {
  const since = new Date(now.getTime() - notificationLimits.recentMs)
  const [rows, statements] = await Promise.all([
    listMerchantsOfStaff(db, scope, notificationLimits.merchants),
    listNewStatements(db, scope, { since, limit: notificationLimits.merchants }),
  ])
  const inSetup = rows.filter((row) => isSettingUp(phaseOf(row))).map(({ id }) => id)
  const [locations, plans] = await Promise.all([countLocations(db, inSetup), countActivePlans(db, inSetup)])
  return rows.map(({ changeRequest, ...row }) => ({
    ...row,
    request: changeRequest && { note: changeRequest.note, requestedAt: new Date(changeRequest.requestedAt) },
    locations: locations.get(row.id) ?? 0,
    activePlans: plans.get(row.id) ?? 0,
    statements: statements.filter(({ merchantId }) => merchantId === row.id),
  }))
}

async function readApplication(db: Queryable, { applicationId, userId }: UserActor): Promise<WaitingFact[]> {
  const application = applicationId === null ? undefined : await findOpenApplication(db, { applicationId, userId })
  if (!application) return []
  const name = application.business['businessName'] ?? application.business['name']
  return [applicationItem({ name: typeof name === 'string' ? name : '', createdAt: application.createdAt })]
}

async function readTeam(db: Queryable, scope: MerchantScope, now: Date): Promise<WaitingFact[]> {
  const sentBefore = new Date(now.getTime() - notificationLimits.stuckAfterMs)
  const tally = await tallyStuckInvitations(db, scope, sentBefore)
  return fromTally(tally, stuckText('team_invitations', tally))
}
