import { refuse } from '@quaff/platform/shared/refusal'
import type { EditablePart } from '../contract'
import { onboardingRefusals } from '../refusals'
import { editableIn, phaseOf, phaseWords } from '../rules'
import type { Venue } from './find-venue'

/** Refuses a change that the phase does not allow, with a sentence that names the phase. */
export function requireEditable({ merchant }: Venue, part: EditablePart): void {
  const phase = phaseOf(merchant ?? null)
  if (editableIn(phase, merchant !== undefined).includes(part)) return
  if (!merchant) throw refuse(onboardingRefusals, 'NO_PROFILE')
  throw refuse(onboardingRefusals, 'CLOSED', phaseWords[phase])
}
