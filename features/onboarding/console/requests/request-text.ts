import type { OnboardingState } from '../../contract'
import { phaseTexts } from '../onboarding-texts'

/** Of an approved venue nothing is asked for again: it stays open, and a reviewer looks at it. */
export function requestText({ phase, editable }: Pick<OnboardingState, 'phase' | 'editable'>): string {
  if (editable.length === 0) return 'A reviewer asked the owner to change something.'
  if (phase === 'changes_requested') return phaseTexts.changes_requested.text
  return 'A reviewer looked at your venue and needs something changed. It stays open meanwhile, and we look again.'
}
