import { readTimeZone, withZone } from '@quaff/features/locations/rules'
import { createFirstLocation } from '@quaff/features/locations/server'
import { merchantEvents } from '@quaff/features/merchants/contract'
import { choosesLive } from '@quaff/features/merchants/lifecycle-rules'
import { updateApplication, updateMerchantRow } from '@quaff/features/merchants/server'
import { authorize, type Context, inTransaction, recordAudit, refuse, staleVersion } from '@quaff/platform/server'
import { draftLimits, type PlaceInput, type SaveDraftInput, type SavedStep, type SaveSettingsInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { onboardingRefusals } from '../refusals'
import { phaseOf } from '../rules'
import { changeOf } from './business-patch'
import { countVenue, findVenue, lockVenue, requireEditable } from './find-venue'
import { withApplication } from './open-application'

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

/** The choice applies until the first approval; a suspended merchant was approved before. */
function isDecided(merchant: { status: string; applicationStatus: string | null }) {
  const phase = phaseOf(merchant)
  return phase === 'approved' || phase === 'suspended'
}

/** Stores the draft as typed: not audited, no live event. */
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

/** Adds the location of a merchant with one address. Does nothing if there is one. */
export async function placeAtBusinessAddress(ctx: Context, input: PlaceInput): Promise<{ created: boolean }> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.edit')
  const venue = await findVenue(ctx.db, actor, input.merchantId)
  requireEditable(venue, 'locations')
  if (!venue.merchant || (await countVenue(ctx.db, venue)).locations > 0) return { created: false }
  const { id, name, address, contactPhone, timeZone } = venue.merchant
  if (!address.line1 || !address.city) throw refuse(onboardingRefusals, 'NO_ADDRESS')
  const typed = { address, ...(contactPhone ? { phone: contactPhone } : {}) }
  const fields = withZone(typed, timeZone ?? readTimeZone(input.timeZone))
  return { created: await createFirstLocation(ctx, { merchantId: id, name, fields }) }
}
