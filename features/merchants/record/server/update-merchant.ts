import { scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import type { MerchantRecord, UpdateMerchantInput } from '../../contract'
import { decideEditing } from '../../lifecycle/rules'
import { merchantPermissions } from '../../permissions'
import { editingRefusals, merchantRefusals } from '../../refusals'
import { maskedTaxId } from '../../rules'
import { readMerchant } from '../../server/get-merchant'
import { changeZone } from '../../zone/server/adopt-zone'
import { isKnownZone } from '../../zone/server/zone-store'
import { changedFields } from './changed-fields'
import { cleanProfile } from './clean-profile'
import { lockVersion } from './lock-version'
import { updateMerchantRow, type MerchantPatch, type StoredMerchant } from './merchant-record-store'

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

/** Name, contact, address and settings. What stays the same writes nothing; a tax id that is absent is kept. */
export async function updateMerchant(ctx: Context, input: UpdateMerchantInput): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.update')
  const scope = scopeToMerchant(actor, input.merchantId)
  await inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, scope, input.version)
    const verdict = decideEditing(actor.role === adminRole, before.status)
    if (!verdict.ok) throw refuse(editingRefusals, verdict.reason)
    const patch = patchOf(input.changes, before)
    const changed = changedFields(before, { ...before, ...patch }, editable)
    if (Object.keys(changed.after).length === 0) return
    const { timeZone } = patch
    if (timeZone && !(await isKnownZone(tx, timeZone))) throw refuse(merchantRefusals, 'ZONE')
    const updated = await updateMerchantRow(tx, before, patch, ctx.clock.now())
    if (timeZone && timeZone !== before.timeZone) await changeZone(ctx, tx, updated, timeZone)
    await recordAudit(ctx, tx, {
      action: 'update_merchant',
      targetType: 'merchant',
      targetId: before.id,
      merchantId: before.id,
      before: withoutTaxId(changed.before),
      after: withoutTaxId(changed.after),
    })
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
