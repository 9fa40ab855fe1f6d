import { z } from 'zod'
import { longDayNames, spansText } from '@quaff/features/locations/hours-rules'
import { priceLabel, shortMoney } from '@quaff/features/plans/price-rules'
import { billingIntervals } from '@quaff/features/subscriptions/contract'
import { isRecord } from '@quaff/platform/shared/documents/document-values'
import { sentenceCase, isolated } from '@quaff/platform/shared/readable-text'
import type { AuditChange } from './contract'

/** The audit log's labels; the feed has its own, shorter list (G30). */
const actionLabels: Readonly<Record<string, string>> = {
  create_merchant: 'Created the merchant',
  update_merchant: 'Changed the merchant',
  approve_merchant: 'Approved the merchant',
  set_live: 'Paused or resumed',
  decline_merchant: 'Rejected the merchant',
  suspend_merchant: 'Suspended the merchant',
  archive_merchant: 'Archived the merchant',
  restore_merchant: 'Restored the merchant',
  delete_merchant: 'Deleted the merchant',
  request_changes: 'Asked for changes',
  mark_reviewed: 'Marked as reviewed',
  transfer_merchant: 'Transferred the merchant',
  request_approval: 'Requested approval',
  save_application: 'Saved the application',
  create_location: 'Added a location',
  update_location: 'Changed a location',
  delete_location: 'Deleted a location',
  import_locations: 'Imported locations',
  create_plan: 'Created a plan',
  update_plan: 'Changed a plan',
  delete_plan: 'Deleted a plan',
  enable_promotion: 'Enabled a promotion',
  update_promotion: 'Changed a promotion',
  disable_promotion: 'Disabled a promotion',
  update_bank_account: 'Changed the bank account',
  convert_currencies: 'Converted amounts to other decimals',
  rotate_bank_keys: 'Encrypted bank details with a new key',
  update_branding: 'Changed the branding',
  generate_payout: 'Generated a payout',
  approve_payout: 'Approved a payout',
  reopen_payout: 'Reopened a payout',
  discard_payout: 'Discarded a payout',
  adjust_payout: 'Adjusted a payout',
  remove_payout_adjustment: 'Removed an adjustment of a payout',
  adjust_next_payout: 'Added an adjustment to the next payout',
  remove_waiting_adjustment: 'Removed a waiting adjustment',
  close_payout: 'Closed a payout with nothing to pay',
  carry_payout: 'Carried a payout over',
  send_payout: 'Marked a payout as sent',
  confirm_payout: 'Confirmed a payout',
  fail_payout: 'Marked a payout as failed',
  record_refund: 'Recorded a refund',
  reverse_refund: 'Reversed a refund',
  match_refund: 'Matched a refund that was recorded by hand',
  open_dispute: 'Opened a dispute',
  close_dispute: 'Closed a dispute',
  decide_overlap: 'Decided on a charge that overlaps another period',
  release_charge: 'Released the charge of a dispute',
  export_bank_file: 'Exported a bank file',
  create_affiliate_link: 'Created an affiliate link',
  update_affiliate_link: 'Changed an affiliate link',
  archive_affiliate_link: 'Archived an affiliate link',
  restore_affiliate_link: 'Restored an affiliate link',
  approve_signup: 'Approved an application',
  reject_signup: 'Rejected an application',
  create_signup_form: 'Created a signup form',
  update_signup_form: 'Changed a signup form',
  publish_signup_form: 'Published a signup form',
  close_signup_form: 'Closed a signup form',
  delete_signup_form: 'Deleted a signup form',
  approve_submission: 'Approved a submission',
  reject_submission: 'Rejected a submission',
  export_submissions: 'Exported submissions',
  void_redemption: 'Voided a redemption',
  keep_redemption: 'Kept a flagged redemption',
  flag_redemption: 'Flagged a redemption again',
  grant_admin: 'Granted admin access',
  revoke_admin: 'Revoked admin access',
}

/** Returns the title of an audit row: "Admin Action" for an unknown action (spec §8). */
export function auditTitle({ action, changes }: { action: string; changes: readonly AuditChange[] }): string {
  if (action === 'set_live') return liveTitle(changes)
  if (action === 'update_bank_account' && isFirstAccount(changes)) return 'Added a bank account'
  return Object.hasOwn(actionLabels, action) ? (actionLabels[action] ?? 'Admin Action') : 'Admin Action'
}

function liveTitle(changes: readonly AuditChange[]) {
  const now = changes.find(({ field }) => field === 'Selling')?.after
  if (now === 'Yes') return 'Resumed the merchant'
  return now === 'No' ? 'Paused the merchant' : 'Paused or resumed'
}

/** `before` has the digits of an earlier account, if there was one. */
const isFirstAccount = (changes: readonly AuditChange[]) =>
  changes.some(({ field, before }) => field === 'Account, last 4 digits' && before === null)

type Details = Readonly<Record<string, unknown>> | null | undefined

/** Returns the subject's name from the facts. Payouts use the name of their merchant. */
export function nameIn(details: Details): string | null {
  const name = [details?.['name'], details?.['displayName'], details?.['merchant']].find(
    (one) => typeof one === 'string' && one,
  )
  return typeof name === 'string' ? name : null
}

/** Our audit rows never contain these values in full, but imported rows might. */
export const isSecret = (key: string) => /(account|routing)_?number|tax_?id|password|secret|token/i.test(key)

const maxDepth = 3
const maxText = 200

/** Returns the fields that differ, in the order in which they were written. A nested field is named by its path. */
export function auditChanges(before: Details, after: Details): AuditChange[] {
  const [old, now] = [flatten(before ?? {}), flatten(after ?? {})]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ field: fieldLabel(path), before: old.get(path) ?? null, after: now.get(path) ?? null }))
}

/** No screen shows these: a restore reads the one, the application is found by the other. */
const internalFields = new Set(['statusChangedAt', 'applicationId'])

/** Leaves out empty and missing fields, so that both count as no value. */
function flatten(value: Readonly<Record<string, unknown>>, path: string[] = []): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, child] of Object.entries(withMoney(value))) {
    if (internalFields.has(key)) continue
    const itsPath = [...path, key]
    if (isRecord(child) && recordText(child) === null && itsPath.length < maxDepth) {
      for (const [childPath, text] of flatten(child, itsPath)) texts.set(childPath, text)
      continue
    }
    const text = textOf(child, key)
    if (text !== '') texts.set(itsPath.join('.'), isSecret(key) ? lastFour(text) : text)
  }
  return texts
}

function textOf(value: unknown, key: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && instant.test(value)) return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`
  if (typeof value === 'string') return shortened(isCodeWord(value, key) ? sentenceCase(spaced(value)) : value)
  if (typeof value === 'number') return shortened(String(value))
  if (Array.isArray(value)) return shortened(value.map((item) => isolated(textOf(item, key))).join(', '))
  return isRecord(value) ? shortened(recordText(value) ?? pairsText(value)) : shortened(JSON.stringify(value))
}

/** Returns prices and opening hours as the screens show them; null for any other record. */
function recordText(value: Readonly<Record<string, unknown>>) {
  const span = spanShape.safeParse(value)
  if (span.success) return spansText([span.data])
  const price = priceShape.safeParse(value)
  if (!price.success) return null
  return `${priceLabel(price.data)}${price.data.active === false ? ' (inactive)' : ''}`
}

const clock = z.string().regex(/^\d{2}:\d{2}$/)
const spanShape = z.strictObject({ open: clock, close: clock })
const priceShape = z.looseObject({
  amountMinor: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
  active: z.boolean().optional(),
})

/** Returns for example "Drinks 2, Per day", without ids. */
const pairsText = (value: Readonly<Record<string, unknown>>) =>
  Object.entries(withMoney(value))
    .filter(([key]) => !isIdField.test(key))
    .flatMap(([key, part]) => {
      const text = textOf(part, key)
      return text === '' ? [] : [`${fieldLabel(key)} ${isSecret(key) ? lastFour(text) : text}`]
    })
    .join(', ')

/** Merges an amount with its currency: `netMinor` and `currency` become "Net". */
function withMoney(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { currency, ...others } = value
  if (typeof currency !== 'string') return value
  const entries = Object.entries(others).map(([key, part]): [string, unknown] => {
    const name = /^(\w+)Minor$/.exec(key)?.[1]
    const isAmount = name !== undefined && typeof part === 'number' && Number.isSafeInteger(part)
    return isAmount ? [name, shortMoney({ amountMinor: part, currency })] : [key, part]
  })
  const hasAmount = entries.some(([key]) => !(key in value))
  return hasAmount ? Object.fromEntries(entries) : { ...value, currency: currency.toUpperCase() }
}

/**
 * Returns true for a code word, which is shown like "Pending review". Recognized by its underscores or by its field.
 */
function isCodeWord(value: string, key: string) {
  if (isIdField.test(key)) return false
  return /^[a-z]{2,}(_[a-z]{2,})+$/.test(value) || (isWordField.test(key) && /^[a-z][a-zA-Z]*$/.test(value))
}
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const isIdField = /^ids?$|(Id|_id)s?$|(By|_by)$/
const isWordField = /(status|role|type|state|kind|interval|method|schedule|filters|fields|changed|what)$/i

const shortened = (text: string) => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text)

const lastFour = (text: string) => (text.length > 4 ? `••••${text.slice(-4)}` : text)

/** `address.postalCode` → "Address, postal code", `hours.mon` → "Hours, Monday". */
function fieldLabel(path: string) {
  const parts = path.split('.').map((key) => fieldNames.get(key) ?? spaced(key))
  return sentenceCase(parts.join(', '))
}

const fieldNames = new Map([
  ...Object.entries(longDayNames),
  ['accountLast4', 'account, last 4 digits'],
  ['isLive', 'selling'],
  ['line1', 'street and number'],
  ['line2', 'floor, suite'],
  ['taxId', 'tax ID'],
  ['wishesLive', 'selling once approved'],
])

/** "merchantId" and "pending_review" → "merchant id", "pending review". */
const spaced = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
