import type { OnboardingState } from '../contract'
import { phaseMessages } from './onboarding-messages'

/** An approved merchant is reviewed again but stays open. */
export function requestText({ phase, editable }: Pick<OnboardingState, 'phase' | 'editable'>): string {
  if (editable.length === 0) return 'A reviewer requested changes from the owner.'
  if (phase === 'changes_requested') return phaseMessages.changes_requested.text
  return 'A reviewer requested changes. Your venue keeps selling while you make them.'
}
