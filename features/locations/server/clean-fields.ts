import { cleanTexts } from '@quaff/platform/shared/fields/record'
import { refuse } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import { documentFields, type LocationAddress, type LocationFields } from '../contract'
import { locationRefusals } from '../refusals'
import { checkFields } from '../rules'

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
  const [fault] = checkFields(fields)
  if (fault) throw refuse(locationRefusals, 'FIELD', fault.message).with({ field: fault.field })
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
