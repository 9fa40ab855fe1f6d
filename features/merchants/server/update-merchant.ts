import { scopeToMerchant } from '@quaff/features/sessions/server'
import { adminRole, authorize, changedFields, changeRecord, type Context, refuse } from '@quaff/platform/server'
import { merchantEvents, type MerchantRecord, type UpdateMerchantInput } from '../contract'
import { decideEditing } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { editingRefusals, merchantRefusals } from '../refusals'
import { maskedTaxId } from '../rules'
import { changeZone } from './adopt-zone'
import { cleanProfile } from './clean-profile'
import { lockMerchant, updateMerchantRow, type MerchantPatch, type StoredMerchant } from './merchant-record-store'
import { readMerchant } from './read-merchants'
import { isKnownZone } from './zone-store'

const editable = [
  'name',
  'description',
  'businessType',
  'businessName',
  'contactEmail',
  'contactPhone',
  'website',
  'taxId',
  'address',
  'allowMultipleLocations',
  'requireLocationCheck',
  'timeZone',
] as const

/** Updates name, contact, address and settings. Unchanged values write nothing; an absent tax id remains. */
export async function updateMerchant(ctx: Context, input: UpdateMerchantInput): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.update')
  const scope = scopeToMerchant(actor, input.merchantId)
  await changeRecord(ctx, {
    action: 'update_merchant',
    type: 'merchant',
    event: merchantEvents.updated,
    version: input.version,
    lock: (tx) => lockMerchant(tx, scope),
    write: async (tx, before) => {
      const verdict = decideEditing(actor.role === adminRole, before.status)
      if (!verdict.ok) throw refuse(editingRefusals, verdict.reason)
      const patch = patchOf(input.changes, before)
      const changed = changedFields(before, { ...before, ...patch }, editable)
      if (!changed) return null
      const { timeZone } = patch
      if (timeZone && !(await isKnownZone(tx, timeZone))) throw refuse(merchantRefusals, 'ZONE')
      const updated = await updateMerchantRow(tx, before, patch, ctx.clock.now())
      if (timeZone && timeZone !== before.timeZone) await changeZone(ctx, tx, updated, timeZone)
      return { merchantId: before.id, before: withoutTaxId(changed.before), after: withoutTaxId(changed.after) }
    },
  })
  return readMerchant(ctx.db, scope)
}

function patchOf(changes: UpdateMerchantInput['changes'], stored: StoredMerchant): MerchantPatch {
  const { allowMultipleLocations, requireLocationCheck, timeZone, ...profile } = changes
  return {
    ...cleanProfile(profile, stored),
    ...(allowMultipleLocations === undefined ? {} : { allowMultipleLocations }),
    ...(requireLocationCheck === undefined ? {} : { requireLocationCheck }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

/** The audit trail never holds the whole number. */
function withoutTaxId(fields: Record<string, unknown>): Record<string, unknown> {
  if (!('taxId' in fields)) return fields
  return { ...fields, taxId: maskedTaxId(typeof fields.taxId === 'string' ? fields.taxId : null) }
}
