import { merchantEvents } from '@quaff/features/merchants/contract'
import { choosesLive } from '@quaff/features/merchants/lifecycle-rules'
import { updateApplication, updateMerchantRow } from '@quaff/features/merchants/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { SavedStep, SaveSettingsInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { onboardingRefusals } from '../refusals'
import { phaseOf } from '../rules'
import { changeOf } from './business-patch'
import { lockVenue } from './find-venue'
import { withApplication } from './open-application'
import { requireEditable } from './require-editable'

export async function saveSettings(ctx: Context, input: SaveSettingsInput): Promise<SavedStep> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.edit')
  const { isLive, ...patch } = input.settings
  return inTransaction(ctx, async (tx) => {
    const venue = await lockVenue(tx, actor, input.merchantId)
    requireEditable(venue, 'settings')
    if (!venue.merchant) throw staleVersion()
    const { id, version, updatedAt: savedAt } = venue.merchant
    if (input.version !== version) throw staleVersion({ type: 'merchant', id, savedAt })
    if (isLive !== undefined && isDecided(venue.merchant)) throw refuse(onboardingRefusals, 'DECIDED')
    const { merchant, application } = isLive === undefined ? venue : await withApplication(ctx, tx, venue)
    const wish = choosesLive(merchant, application?.settings.isLive)
    const change = changeOf(merchant, patch)
    if (!change && (isLive === undefined || isLive === wish))
      return { merchantId: merchant.id, version: merchant.version }

    const now = ctx.clock.now()
    if (application && isLive !== undefined)
      await updateApplication(tx, application, { settings: { ...application.settings, isLive } }, now)
    const updated = await updateMerchantRow(tx, merchant, patch, now)
    const wishChange =
      isLive === undefined || isLive === wish ? [{}, {}] : [{ wishesLive: wish }, { wishesLive: isLive }]
    await recordAudit(ctx, tx, {
      action: 'update_merchant',
      targetType: 'merchant',
      event: merchantEvents.updated,
      targetId: merchant.id,
      merchantId: merchant.id,
      before: { ...change?.before, ...wishChange[0] },
      after: { ...change?.after, ...wishChange[1] },
    })
    return { merchantId: merchant.id, version: updated.version }
  })
}

/** The wish counts until somebody approves; a suspended venue was approved before. */
function isDecided(merchant: { status: string; applicationStatus: string | null }): boolean {
  const phase = phaseOf(merchant)
  return phase === 'approved' || phase === 'suspended'
}
