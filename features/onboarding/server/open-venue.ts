import { addMembership, findAccountForUpdate } from '@quaff/features/accounts/server'
import { merchantEvents } from '@quaff/features/merchants/contract'
import { createApplication, insertMerchantRow, updateApplication } from '@quaff/features/merchants/server'
import { endSessions } from '@quaff/features/sessions/server'
import { accessLimits } from '@quaff/features/users/access-contract'
import { authorize, type Context, inTransaction, once, publishLive, recordAudit, refuse } from '@quaff/platform/server'
import type { OpenVenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { onboardingRefusals } from '../refusals'
import { wishesToBeLive } from './onboarding-state'
import { hasVenueInSetup } from './onboarding-store'

/**
 * Gives an owner another venue to set up, which is reviewed like the first. It is a merchant at once, because the
 * account's application would lead from every dashboard to the setup.
 */
export async function openVenue(ctx: Context, { name, requestKey }: OpenVenueInput): Promise<{ merchantId: string }> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.open')
  const { userId } = actor
  return inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'onboarding.open', key: requestKey, input: { name } }, async () => {
      // Two calls of one owner wait for each other here.
      const account = await findAccountForUpdate(tx, userId)
      if (!account || account.applicationId !== null || (await hasVenueInSetup(tx, account.merchantIds)))
        throw refuse(onboardingRefusals, 'SETUP_OPEN')
      if (account.merchantIds.length >= accessLimits.merchantsPerUser) throw refuse(onboardingRefusals, 'VENUES_FULL')
      const now = ctx.clock.now()
      const application = await createApplication(ctx, tx, { userId, venueName: name, email: account.email })
      const { id } = await insertMerchantRow(tx, {
        id: ctx.ids.newId('mer'),
        name,
        contactEmail: account.email,
        status: 'pending',
        statusChangedAt: now,
        needsReview: false,
        ownerId: userId,
        applicationId: application.id,
        applicationStatus: 'pending_setup',
        isLive: false,
        createdAt: now,
        updatedAt: now,
      })
      await updateApplication(tx, application, { merchantId: id, settings: { isLive: wishesToBeLive({}) } }, now)
      await addMembership(tx, { userId, merchantId: id }, now)
      await endSessions(tx, userId, actor.sessionId)
      await recordAudit(ctx, tx, {
        action: 'create_merchant',
        targetType: 'merchant',
        event: merchantEvents.created,
        targetId: id,
        merchantId: id,
        after: { name, status: 'pending', applicationStatus: 'pending_setup' },
      })
      await publishLive(tx, { topic: 'user', subjectId: userId })
      return { merchantId: id }
    }),
  )
}
