import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { withoutControls } from '@quaff/platform/shared/text'

/** E.164 where the number can be read, else as typed; null for blank. The placeholder of the field is a US number. */
export function readPhoneNumber(typed: string): string | null {
  const text = withoutControls(typed).trim()
  if (text === '') return null
  const parsed = parsePhoneNumberFromString(text, 'US')
  return parsed?.isValid() && !parsed.ext ? parsed.number : text
}
