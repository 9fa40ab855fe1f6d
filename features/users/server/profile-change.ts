import { withoutControls } from '@quaff/platform/shared/text'
import { readPhoneNumber } from './phone-number'

export type Profile = { displayName: string | null; phoneNumber: string | null }

export function readProfile(typed: { displayName: string; phoneNumber: string }): Profile {
  return {
    displayName: withoutControls(typed.displayName).trim() || null,
    phoneNumber: readPhoneNumber(typed.phoneNumber),
  }
}

/** What the audit log keeps: which fields, not what stood in them. It cannot be changed when the person is erased. */
export function changedNames(before: Profile | undefined, after: Profile): string[] {
  return (['displayName', 'phoneNumber'] as const).filter((name) => before?.[name] !== after[name])
}
