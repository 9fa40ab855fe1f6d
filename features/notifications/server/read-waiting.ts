import { countLocations } from '@quaff/features/locations/server'
import { isSettingUp, phaseOf } from '@quaff/features/onboarding/rules'
import { countActivePlans } from '@quaff/features/plans/server'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import {
  adminRole,
  batchReads,
  type Context,
  type Queryable,
  requireUser,
  sendMailKind,
  type UserActor,
} from '@quaff/platform/server'
import { notificationLimits, type Waiting } from '../contract'
import { applicationItem, type MerchantDetails, merchantItems } from '../merchant-rules'
import { fromTally, type PlatformDetails, platformItems, stuckText } from '../platform-rules'
import { presentItems } from '../rules'
import {
  findOpenApplication,
  listMerchantsOfStaff,
  listNewStatements,
  tallyStuckInvitations,
} from './merchant-waiting-store'
import {
  countOnWaitlists,
  listTroubledJobs,
  tallyApplications,
  tallyInReview,
  tallyOpenDisputes,
  tallyPayoutDrafts,
  tallyRefunds,
  tallyRegistrations,
  tallySubmissions,
  tallyWebhooksOff,
} from './platform-waiting-store'
import { findPreferences } from './preferences-store'

/** Items that the caller can act on, by role and merchants. A custom role has none. */
export async function getWaiting(ctx: Context): Promise<Waiting> {
  const actor = requireUser(ctx.actor)
  // Taken before the reads, so that an item that appears during them is still new next time.
  const asOf = ctx.clock.now()
  const [details, onWaitlists, preferences] = await batchReads(ctx.db, (db) =>
    Promise.all([
      readItems(db, actor, asOf),
      actor.role === adminRole ? countOnWaitlists(db, notificationLimits.onWaitlists) : 0,
      findPreferences(db, actor.userId),
    ]),
  )
  return { asOf, items: presentItems(details, preferences?.seenAt ?? null, asOf), onWaitlists }
}

async function readItems(db: Queryable, actor: UserActor, now: Date) {
  switch (actor.role) {
    case adminRole:
      return platformItems({ ...(await readPlatformDetails(db, now)), lacksSecondFactor: false }, now)
    case 'merchant_owner':
    case 'merchant_viewer':
      return readMerchantItems(db, actor, now)
    default:
      return []
  }
}

/** Items for an owner or a viewer, over all their merchants. */
async function readMerchantItems(db: Queryable, actor: UserActor, now: Date) {
  // A venue in setup is not among the claims yet.
  const scope = merchantScope({ ...actor, merchantIds: [...actor.merchantIds, ...actor.ownMerchantIds] })
  const isOwner = actor.role === 'merchant_owner'
  const [details, application, team] = await Promise.all([
    readMerchantDetails(db, scope, now),
    isOwner ? readApplication(db, actor) : [],
    isOwner ? readTeam(db, merchantScope(actor), now) : [],
  ])
  const items = details.flatMap((one) => merchantItems(one, { userId: actor.userId, isOwner }, now))
  return [...items, ...application, ...team]
}

async function readMerchantDetails(db: Queryable, scope: MerchantScope, now: Date): Promise<MerchantDetails[]> {
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

async function readApplication(db: Queryable, { applicationId, userId }: UserActor) {
  const application = applicationId === null ? undefined : await findOpenApplication(db, { applicationId, userId })
  if (!application) return []
  const name = application.business['businessName'] ?? application.business['name']
  return [applicationItem({ name: typeof name === 'string' ? name : '', createdAt: application.createdAt })]
}

async function readTeam(db: Queryable, scope: MerchantScope, now: Date) {
  const sentBefore = new Date(now.getTime() - notificationLimits.stuckAfterMs)
  const tally = await tallyStuckInvitations(db, scope, sentBefore)
  return fromTally(tally, stuckText('team_invitations', tally))
}

/** The same for every administrator. */
export async function readPlatformDetails(
  db: Queryable,
  now: Date,
): Promise<Omit<PlatformDetails, 'lacksSecondFactor'>> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return batchReads(db, async (one) => {
    const [
      inReview,
      registrations,
      submissions,
      applications,
      webhooksOff,
      stuckInvitations,
      payoutDrafts,
      openDisputes,
      refunds,
      jobs,
    ] = await Promise.all([
      tallyInReview(one),
      tallyRegistrations(one),
      tallySubmissions(one),
      tallyApplications(one),
      tallyWebhooksOff(one),
      tallyStuckInvitations(one, null, before(notificationLimits.stuckAfterMs)),
      tallyPayoutDrafts(one),
      tallyOpenDisputes(one),
      tallyRefunds(one, before(notificationLimits.recentMs)),
      listTroubledJobs(one, before(notificationLimits.recentMs)),
    ])
    const tallies = { inReview, registrations, submissions, applications, webhooksOff, stuckInvitations, payoutDrafts }
    return { ...tallies, openDisputes, refunds, jobs, mailKind: sendMailKind }
  })
}
