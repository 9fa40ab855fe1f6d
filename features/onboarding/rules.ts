import { requiredDone, requiredSteps, type RequiredDetails } from '@quaff/features/merchants/completeness-rules'
import type { CompletenessStep } from '@quaff/features/merchants/contract'
import { inWords } from '@quaff/platform/shared/readable-text'
import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import {
  setupSteps,
  type EditablePart,
  type OnboardingPhase,
  type OnboardingState,
  type SetupStep,
  type StepReason,
  type StepState,
} from './contract'
import { onboardingRefusals } from './refusals'

/** Determines the phase. `null`: only an application exists, without a saved Business Profile. */
export type VenueState = { status: string; applicationStatus: string | null }

/**
 * The state of the record decides before that of the application: a suspended venue was approved once. A venue without
 * an application (made by an administrator) is in setup while it is `pending` and waits for us in `pending_review`.
 */
export function phaseOf(venue: VenueState | null): OnboardingPhase {
  if (!venue) return 'pending_setup'
  switch (venue.status) {
    case 'archived':
    case 'suspended':
    case 'rejected':
      return venue.status
    case 'active':
      return 'approved'
  }
  switch (venue.applicationStatus) {
    case 'changes_requested':
    case 'rejected':
    case 'pending_setup':
      return venue.applicationStatus
    default:
      return venue.status === 'pending' ? 'pending_setup' : 'submitted'
  }
}

/** Returns true in the owner's phase: steps may be completed and approval requested. */
export function isSettingUp(phase: OnboardingPhase): boolean {
  return phase === 'pending_setup' || phase === 'changes_requested'
}

export type SetupDetails = VenueState & RequiredDetails

/** Steps that are done: those of whose items a reviewer misses none. Approval alone does the last one. */
export function stepsDone(details: SetupDetails | null): ReadonlySet<SetupStep> {
  if (!details) return new Set()
  const items = requiredDone(details)
  const lacks = (step: SetupStep) => requiredSteps.some((item) => stepOfItem[item] === step && !items[item])
  return new Set(setupSteps.filter((step) => (step === 'live' ? phaseOf(details) === 'approved' : !lacks(step))))
}

/** Steps that must be done before approval can be requested. */
export function missingSteps(done: ReadonlySet<SetupStep>): SetupStep[] {
  return setupSteps.filter((step) => step !== 'live' && !done.has(step))
}

/** The step in which a checklist item is changed; branding is not a step. */
export const stepOfItem: Readonly<Record<CompletenessStep, SetupStep | null>> = {
  profile: 'profile',
  category: 'profile',
  contact: 'profile',
  address: 'profile',
  taxId: 'profile',
  locations: 'locations',
  plans: 'plans',
  bank: 'banking',
  branding: null,
}

export type StepDetails = {
  phase: OnboardingPhase
  done: ReadonlySet<SetupStep>
  requested: readonly CompletenessStep[]
}
export type StepView = { step: SetupStep; state: StepState; reason: StepReason | null }

export function stepViews(details: StepDetails): StepView[] {
  return setupSteps.map((step) => ({ step, ...(step === 'live' ? lastStep(details) : earlierStep(step, details)) }))
}

type StateAndReason = Omit<StepView, 'step'>

function earlierStep(step: SetupStep, { phase, done, requested }: StepDetails): StateAndReason {
  if (phase === 'changes_requested' && requested.some((item) => stepOfItem[item] === step))
    return { state: 'you', reason: 'CHANGES_ASKED' }
  if (done.has(step)) return { state: 'done', reason: null }
  if (phase === 'rejected' || phase === 'archived') return { state: 'locked', reason: 'CLOSED' }
  if (step !== 'profile' && isSettingUp(phase) && !done.has('profile'))
    return { state: 'locked', reason: 'AFTER_PROFILE' }
  return { state: 'you', reason: null }
}

function lastStep({ phase, done }: StepDetails): StateAndReason {
  if (phase === 'approved') return { state: 'done', reason: null }
  if (phase === 'submitted') return { state: 'waiting', reason: 'IN_REVIEW' }
  if (!isSettingUp(phase)) return { state: 'locked', reason: 'CLOSED' }
  return missingSteps(done).length > 0 ? { state: 'locked', reason: 'AFTER_ALL' } : { state: 'you', reason: null }
}

/**
 * Parts that staff with the right to edit may change: in all phases except closed ones, and before there is a
 * merchant only the profile.
 */
export function editableIn(phase: OnboardingPhase, hasMerchant: boolean): EditablePart[] {
  if (phase === 'rejected' || phase === 'archived') return []
  if (!hasMerchant) return ['business']
  return ['business', 'locations', 'plans', 'banking', 'branding', 'settings']
}

export type ApprovalVerdict = { ok: true; repeated: boolean } | { ok: false; refusal: Refusal }

/** `repeated`: approval is already requested, so the caller does nothing. */
export function decideApprovalRequest(
  venue: { phase: OnboardingPhase; done: ReadonlySet<SetupStep> } | null,
): ApprovalVerdict {
  if (!venue) return { ok: false, refusal: refuse(onboardingRefusals, 'NO_PROFILE') }
  if (venue.phase === 'submitted') return { ok: true, repeated: true }
  if (!isSettingUp(venue.phase))
    return { ok: false, refusal: refuse(onboardingRefusals, 'NOT_IN_SETUP', phaseLabels[venue.phase]) }
  const missing = missingSteps(venue.done)
  if (missing.length === 0) return { ok: true, repeated: false }
  const steps = inWords(missing.map((step) => `“${stepLabels[step]}”`))
  return { ok: false, refusal: refuse(onboardingRefusals, 'MISSING_STEPS', steps) }
}

/** Addresses of the onboarding steps (specification-gaps.md, "Onboarding steps"). */
export const stepScreens = {
  profile: '/merchants/onboarding/business',
  locations: '/merchants/onboarding/locations',
  plans: '/plans',
  banking: '/settings/billing',
  live: '/merchants/onboarding/settings',
} as const satisfies Record<SetupStep, string>

/** Labels of spec §2, word for word. */
export const stepLabels: Readonly<Record<SetupStep, string>> = {
  profile: 'Complete Business Profile',
  locations: 'Add Locations',
  plans: 'Create Subscription Plans',
  banking: 'Configure Banking',
  live: 'Go Live',
}

/** Name of the phase within a sentence. */
export const phaseLabels: Readonly<Record<OnboardingPhase, string>> = {
  pending_setup: 'being set up',
  submitted: 'waiting for review',
  changes_requested: 'waiting for your changes',
  approved: 'approved',
  rejected: 'rejected',
  suspended: 'suspended',
  archived: 'archived',
}

/** Eight characters that can be read out over the telephone: the end of the id, which differs from venue to venue. */
export function referenceOf(id: string): string {
  const tail = id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(-8)
    .toUpperCase()
    .padStart(8, '0')
  return `${tail.slice(0, 4)}-${tail.slice(4)}`
}

/** The eight letters of a reference in what was typed, as an id ends; null where it is none. */
export function typedReference(typed: string): string | null {
  const [, start, end] = /^#?([0-9a-z]{4})[\s-]?([0-9a-z]{4})$/i.exec(typed.trim()) ?? []
  return start && end ? `${start}${end}`.toLowerCase() : null
}

/** True while changes are requested, of a merchant in setup or of an approved one that stays open. */
export function isOpenRequest(phase: OnboardingPhase): boolean {
  return phase === 'changes_requested' || phase === 'approved'
}

/** Returns which requested items have changed since the request. */
export function answersOf({ changeRequest, changedSince }: Pick<OnboardingState, 'changeRequest' | 'changedSince'>) {
  return (changeRequest?.items ?? []).map((item) => ({ item, isChanged: changedSince.includes(item) }))
}

/** True if no requested item has changed; for a note alone, if nothing has. */
export function isUnanswered(state: Pick<OnboardingState, 'changeRequest' | 'changedSince'>): boolean {
  if (!state.changeRequest) return false
  const answers = answersOf(state)
  return answers.length > 0 ? answers.every(({ isChanged }) => !isChanged) : state.changedSince.length === 0
}

/** In the order of the steps; items without a step come last. */
export function requestedBySteps(items: readonly CompletenessStep[]) {
  return [...setupSteps, null]
    .map((step) => ({ step, items: items.filter((item) => stepOfItem[item] === step) }))
    .filter((group) => group.items.length > 0)
}
