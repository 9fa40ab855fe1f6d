import type { OnboardingState, SetupStep } from '../contract'
import { editableIn, isSettingUp, missingSteps, stepViews } from '../rules'

type Details = Partial<OnboardingState> & { done?: readonly SetupStep[]; mayEdit?: boolean }

/** A venue as its owner sees it: nothing done yet unless `done` names steps; all else follows, or is given. */
export function buildOnboardingState({ done = [], mayEdit = true, ...details }: Details = {}): OnboardingState {
  const phase = details.phase ?? 'pending_setup'
  const steps = new Set(done)
  const missing = missingSteps(steps)
  const temporary = details.temporary ?? !steps.has('profile')
  return {
    merchantId: temporary ? 'app_1' : 'mer_1',
    merchantName: 'Foxglove Tea House',
    temporary,
    phase,
    statusReason: null,
    isLive: phase === 'approved',
    steps: stepViews({ phase, done: steps, requested: details.changeRequest?.items ?? [] }),
    missing,
    checklist: [],
    changeRequest: null,
    changedSince: [],
    earlierRequests: [],
    submittedAt: null,
    reference: '7K2M-9QXD',
    editable: mayEdit ? editableIn(phase, !temporary) : [],
    mayRequestApproval: mayEdit && isSettingUp(phase) && missing.length === 0,
    business: {
      name: 'Foxglove Tea House',
      description: null,
      businessType: null,
      businessName: null,
      contactEmail: 'hello@foxglove.test',
      contactPhone: null,
      website: null,
      address: {},
      taxIdMasked: null,
    },
    settings: { isLive: true, allowMultipleLocations: true, requireLocationCheck: false },
    locations: steps.has('locations') ? 1 : 0,
    activePlans: steps.has('plans') ? 1 : 0,
    prices: [],
    accountLastDigits: null,
    version: temporary ? null : 3,
    draft: null,
    ...details,
  }
}
