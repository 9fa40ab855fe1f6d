import { joinMerchant, listAdministratorsToMail } from '@quaff/features/accounts/server'
import { merchantEvents } from '@quaff/features/merchants/contract'
import {
  listOwnersToMail,
  updateApplication,
  updateMerchantRow,
  type StoredMerchant,
} from '@quaff/features/merchants/server'
import { endSessions } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import type { VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { onboardingRefusals } from '../refusals'
import { decideApprovalRequest, phaseOf, referenceOf, stepsDone } from '../rules'
import { countVenue, lockVenue, type Venue } from './find-venue'
import { applicationSubmittedMail, venueWaitsMail } from './onboarding-emails'
import { withApplication } from './open-application'

export type RequestedApproval = { merchantId: string; submittedAt: Date }

/** The venue goes to the reviewers and becomes one of its owner's merchants (specification-gaps.md, "Application to live"). */
export async function requestApproval(ctx: Context, { merchantId }: VenueInput): Promise<RequestedApproval> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.requestApproval')
  return inTransaction(ctx, async (tx) => {
    const venue = await lockVenue(tx, actor, merchantId)
    const verdict = await decide(tx, venue)
    if (!verdict.ok) throw verdict.refusal
    if (!venue.merchant) throw refuse(onboardingRefusals, 'NO_PROFILE')
    if (verdict.repeated) {
      const submittedAt = venue.application?.submittedAt ?? venue.merchant.statusChangedAt
      return { merchantId: venue.merchant.id, submittedAt }
    }

    const now = ctx.clock.now()
    const { merchant, application } = await withApplication(ctx, tx, venue)
    const submitted = await updateMerchantRow(
      tx,
      merchant,
      { status: 'pending_review', needsReview: true, applicationStatus: 'submitted', changeRequest: null },
      now,
    )
    await updateApplication(tx, application, { status: 'submitted', submittedAt: now }, now)
    if (application.userId) await welcome(tx, actor, { ...application, userId: application.userId }, { merchant, now })
    await recordAudit(ctx, tx, {
      action: 'request_approval',
      targetType: 'merchant',
      event: merchantEvents.updated,
      targetId: merchant.id,
      merchantId: merchant.id,
      before: { status: merchant.status, applicationStatus: merchant.applicationStatus },
      after: { status: submitted.status, applicationStatus: submitted.applicationStatus },
    })
    await tellEverybody(ctx, tx, submitted, {
      reference: referenceOf(application.id),
      isAnswer: merchant.applicationStatus === 'changes_requested',
    })
    return { merchantId: merchant.id, submittedAt: now }
  })
}

async function decide(tx: Transaction, venue: Venue) {
  const { merchant } = venue
  if (!merchant) return decideApprovalRequest(null)
  const done = stepsDone({ ...merchant, ...(await countVenue(tx, venue)) })
  return decideApprovalRequest({ phase: phaseOf(merchant), done })
}

/** Adds the merchant to the applicant and ends their other sessions (G15). The caller's own session stays valid. */
async function welcome(
  tx: Transaction,
  actor: UserActor,
  { id: applicationId, userId }: { id: string; userId: string },
  { merchant, now }: { merchant: StoredMerchant; now: Date },
) {
  const joined = await joinMerchant(tx, { userId, merchantId: merchant.id, applicationId, now })
  if (joined) await endSessions(tx, userId, userId === actor.userId ? actor.sessionId : undefined)
}

async function tellEverybody(
  ctx: Context,
  tx: Transaction,
  { id, name }: StoredMerchant,
  { reference, isAnswer }: { reference: string; isAnswer: boolean },
) {
  const { baseUrl } = ctx.settings
  const url = `${baseUrl}${merchantPage('/merchants/application-submitted', id)}`
  for (const { email: to, isPlaceholder } of await listOwnersToMail(tx, id)) {
    await queueMail(ctx, tx, { to, isPlaceholder, ...applicationSubmittedMail({ url, name, reference }) })
  }
  for (const { email: to, isPlaceholder } of await listAdministratorsToMail(tx)) {
    await queueMail(ctx, tx, {
      to,
      isPlaceholder,
      ...venueWaitsMail({ baseUrl, name, merchantId: id, reference, isAnswer }),
    })
  }
}
