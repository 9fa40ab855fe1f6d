import { maskedTaxId } from '@quaff/features/merchants/rules'
import type { MerchantPatch, StoredMerchant } from '@quaff/features/merchants/server'
import { linesWithoutControls, refuse, withoutControls } from '@quaff/platform/server'
import { addressParts } from '@quaff/platform/shared/fields/address'
import type { SaveBusinessInput } from '../contract'
import { onboardingRefusals } from '../refusals'

type Business = SaveBusinessInput['business']

type Address = StoredMerchant['address']
type Patch = MerchantPatch & { name: string }

/**
 * Converts the form to columns: blank text removes a value, absent fields are unchanged. The address is merged by
 * line, so that other imported parts remain.
 */
export function businessPatch({ address, name, ...rest }: Business, stored: Address = {}): Patch {
  const patch: Patch = { name: readName(name), address: patchedAddress(stored, address) }
  if (rest.description !== undefined) patch.description = textOrNull(rest.description, lines)
  if (rest.businessType !== undefined) patch.businessType = rest.businessType
  for (const field of ['businessName', 'contactEmail', 'contactPhone', 'website', 'taxId'] as const) {
    const value = rest[field]
    if (value !== undefined) patch[field] = textOrNull(value, oneLine)
  }
  return patch
}

function readName(value: string) {
  const name = oneLine(value)
  if (name === '') throw refuse(onboardingRefusals, 'NAME')
  return name
}

const addressLines: ReadonlySet<string> = new Set(addressParts)

function patchedAddress(stored: Address, sent: Business['address']): Address {
  const others = Object.entries(stored).filter(([key]) => !addressLines.has(key))
  const lines = Object.entries(sent).map(([line, value]) => [line, oneLine(value)] as const)
  return Object.fromEntries([...others, ...lines.filter(([, value]) => value !== '')])
}

const oneLine = (value: string) => withoutControls(value).trim()
/** A description keeps its paragraphs. */
const lines = (value: string) => linesWithoutControls(value).trim()

function textOrNull(value: string | null, clean: (value: string) => string) {
  return value === null ? null : clean(value) || null
}

export type Change = { before: Record<string, unknown>; after: Record<string, unknown> }

/** The changed fields only, for the audit; null when nothing changed. A tax id is never written whole. */
export function changeOf(merchant: StoredMerchant, patch: MerchantPatch): Change | null {
  const change: Change = { before: {}, after: {} }
  for (const [field, after] of Object.entries(patch)) {
    const before = fieldOf(merchant, field)
    if (sameValue(before, after)) continue
    change.before[field] = field === 'taxId' ? maskedTaxId(merchant.taxId) : before
    change.after[field] = field === 'taxId' ? maskedTaxId(patch.taxId ?? null) : after
  }
  return Object.keys(change.after).length > 0 ? change : null
}

const fieldOf = (merchant: StoredMerchant, field: string) =>
  new Map<string, unknown>(Object.entries(merchant)).get(field)

function sameValue(one: unknown, other: unknown) {
  return sortedText(one) === sortedText(other)
}

/** jsonb gives the keys of an address in its own order. */
function sortedText(value: unknown) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)))
}
