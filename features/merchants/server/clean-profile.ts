import { refuse, withoutControls } from '@quaff/platform/server'
import { addressParts } from '@quaff/platform/shared/fields/address'
import type { MerchantProfile } from '../contract'
import { merchantRefusals } from '../refusals'
import type { MerchantPatch } from './merchant-record-store'
import type { MerchantAddress } from './tables'

type Profile = Partial<MerchantProfile>
type TextField = Exclude<keyof MerchantProfile, 'name' | 'address'>

const clean = {
  description: plainLines,
  businessType: plainLine,
  businessName: plainLine,
  contactEmail: plainLine,
  contactPhone: plainLine,
  website: plainLine,
  taxId: plainLine,
} as const satisfies Record<TextField, typeof plainLine>

/**
 * Converts to stored values: absent fields are unchanged, blank ones and null become null, control characters are
 * removed.
 */
export function cleanProfile(profile: Profile, stored: { address?: MerchantAddress } = {}): MerchantPatch {
  const patch: MerchantPatch = {}
  if (profile.name !== undefined) patch.name = readName(profile.name)
  if (profile.address !== undefined) patch.address = replacedAddress(stored.address ?? {}, profile.address)
  for (const [field, cleaned] of Object.entries(clean)) {
    const key = field as TextField // the keys of `clean`, which the compiler widens to string
    if (profile[key] !== undefined) patch[key] = cleaned(profile[key])
  }
  return patch
}

function readName(value: string) {
  const name = plainLine(value)
  if (!name) throw refuse(merchantRefusals, 'NAME')
  return name
}

/** The six lines are replaced as a whole; what an imported address holds beside them stays. */
function replacedAddress(stored: MerchantAddress, sent: MerchantAddress): MerchantAddress {
  const unknown = Object.entries(stored).filter(([key]) => !addressParts.some((line) => line === key))
  const lines = addressParts.flatMap((line) => {
    const text = plainLine(sent[line])
    return text ? [[line, text] as const] : []
  })
  return Object.fromEntries([...unknown, ...lines])
}

/** One line without control characters; null if empty. */
export function plainLine(value: string | null | undefined): string | null {
  return withoutControls(value ?? '').trim() || null
}

/** Several lines: only the line breaks stay. */
export function plainLines(value: string | null | undefined): string | null {
  const lines = (value ?? '').split(/\r\n|\r|\n/).map((line) => withoutControls(line).trimEnd())
  return lines.join('\n').trim() || null
}
