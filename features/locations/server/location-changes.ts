import { adoptZoneKind } from '@quaff/features/merchants/rules'
import { merchantNotFound, type OneMerchant } from '@quaff/features/sessions/server'
import {
  type Context,
  enqueueJob,
  type Locked,
  publishLive,
  recordAudit,
  refuse,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import { cleanTexts } from '@quaff/platform/shared/fields/record'
import { documentFields, type LocationAddress, locationEvents, type LocationFields } from '../contract'
import { locationRefusals } from '../refusals'
import { addRefusal, changeRefusal, checkFields } from '../rules'
import { countLocations, lockMerchantSettings, type MerchantSettings } from './location-store'

/** Text as it may be stored: neither control characters nor halves of a character, which the database refuses. */
export function cleanLine(text: string): string {
  return withoutControls(text).trim()
}

/** Refuses a name of control characters only, of which nothing would be left. */
export function cleanName(text: string): string {
  const name = cleanLine(text)
  if (name === '') throw refuse(locationRefusals, 'NAME')
  return name
}

/** Checked beyond their shape, cleaned, and with blanks turned into "take it out". */
export function cleanFields(fields: LocationFields): LocationFields {
  const [error] = checkFields(fields)
  if (error) throw refuse(locationRefusals, 'FIELD', error.message).with({ field: error.field })
  const { address, timeZone, closures } = fields
  return {
    ...cleanTexts(documentFields, fields),
    ...(address && { address: cleanAddress(address) }),
    ...(typeof timeZone === 'string' && { timeZone: timeZone || null }),
    ...(closures && { closures: closures.map((one) => ({ ...one, reason: cleanLine(one.reason) })) }),
  }
}

function cleanAddress(address: LocationAddress): LocationAddress {
  return Object.fromEntries(
    Object.entries(address)
      .map(([part, text]) => [part, cleanLine(text)] as const)
      .filter(([, text]) => text !== ''),
  )
}

/** Locks the merchant and its locations until the transaction ends. */
export async function lockForChange(tx: Transaction, scope: OneMerchant): Promise<Locked<MerchantSettings>> {
  const merchant = await lockMerchantSettings(tx, scope)
  if (!merchant) throw merchantNotFound()
  const refusal = changeRefusal(merchant.status)
  if (refusal) throw refusal
  return merchant
}

export async function lockForAdding(
  tx: Transaction,
  scope: OneMerchant,
  adding: number,
): Promise<Locked<MerchantSettings>> {
  const merchant = await lockForChange(tx, scope)
  const total = (await countLocations(tx, [merchant.id])).get(merchant.id) ?? 0
  const refusal = addRefusal({ allowMultiple: merchant.allowMultipleLocations, total, adding })
  if (refusal) throw refusal
  return merchant
}

const eventOf = {
  create_location: locationEvents.created,
  update_location: locationEvents.updated,
  delete_location: locationEvents.deleted,
} as const

type LocationChange = {
  action: keyof typeof eventOf
  locationId: string
  merchantId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The merchant may take its zone from its locations; `from` is what a location that has changed named before. */
export async function adoptZoneLater(
  ctx: Context,
  tx: Transaction,
  { id, timeZone }: Pick<MerchantSettings, 'id' | 'timeZone'>,
  change: { from: string | null; to: string | null },
) {
  if (change.to === null || change.to === timeZone || (timeZone !== null && timeZone !== change.from)) return
  await enqueueJob(ctx, tx, { kind: adoptZoneKind, payload: { merchantId: id, from: change.from } })
}

export async function recordChange(ctx: Context, tx: Transaction, change: LocationChange) {
  const { action, locationId, merchantId, before, after } = change
  await recordAudit(ctx, tx, {
    action,
    targetType: 'location',
    event: eventOf[action],
    targetId: locationId,
    merchantId,
    before,
    after,
  })
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

type Document = Readonly<Record<string, unknown>>

/** Returns the changed fields before and after, with null for a missing value; null if nothing changed. */
export function differences(before: Document, after: Document): { before: Document; after: Document } | null {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  if (keys.length === 0) return null
  const only = (document: Document) => Object.fromEntries(keys.map((key) => [key, document[key] ?? null]))
  return { before: only(before), after: only(after) }
}
