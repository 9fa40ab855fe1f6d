import { updateApplication } from '@quaff/features/merchants/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { draftLimits, type SaveDraftInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { onboardingRefusals } from '../refusals'
import { lockVenue } from './find-venue'
import { withApplication } from './open-application'
import { requireEditable } from './require-editable'

/** Kept as typed until the step is saved: not audited, and told to nobody. */
export async function saveDraft(ctx: Context, input: SaveDraftInput): Promise<{ savedAt: Date }> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.edit')
  if (Buffer.byteLength(JSON.stringify(input.values)) > draftLimits.bytes)
    throw refuse(onboardingRefusals, 'DRAFT_TOO_LONG')
  return inTransaction(ctx, async (tx) => {
    const venue = await lockVenue(tx, actor, input.merchantId)
    requireEditable(venue, 'business')
    const { application } = venue.merchant ? await withApplication(ctx, tx, venue) : venue
    const savedAt = ctx.clock.now()
    const draft = { values: input.values, savedAt: savedAt.toISOString() }
    await updateApplication(tx, application, { drafts: { ...application.drafts, [input.step]: draft } }, savedAt)
    return { savedAt }
  })
}
