import { Refusal } from '@quaff/platform/shared/refusal'
import type { EditablePart } from '../../contract'
import { editableIn, phaseOf, phaseWords } from '../../rules'
import type { Venue } from './find-venue'

/** Refuses a change that the phase does not allow, with a sentence that names the phase. */
export function requireEditable({ merchant }: Venue, part: EditablePart): void {
  const phase = phaseOf(merchant ?? null)
  if (editableIn(phase, merchant !== undefined).includes(part)) return
  if (!merchant) {
    throw new Refusal('CONFLICT', 'NO_PROFILE', 'Save the business profile first. The other steps open after it.')
  }
  throw new Refusal(
    'CONFLICT',
    'CLOSED',
    `This venue is ${phaseWords[phase]}, so it can not be changed. Write to us if it should be opened again.`,
  )
}
