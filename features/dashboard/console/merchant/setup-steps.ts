import { setupSteps, type MerchantOverview, type SetupStep } from '../../contract'
import type { Step } from '@quaff/platform/console/display/steps/step-list'

/** Labels of spec §2, addresses of decisions "Onboarding steps go to". */
const guide = {
  profile: {
    label: 'Complete Business Profile',
    description: 'Name, contact and address',
    to: '/merchants/onboarding/business',
  },
  locations: {
    label: 'Add Locations',
    description: 'Skip if you have a single address',
    to: '/merchants/onboarding/locations',
  },
  plans: { label: 'Create Subscription Plans', description: 'Name, allowance and price', to: '/plans' },
  banking: {
    label: 'Configure Banking',
    description: 'Payouts are made manually each period',
    to: '/settings/billing',
  },
  live: {
    label: 'Go Live',
    description: 'Check the summary and request approval',
    to: '/merchants/onboarding/settings',
  },
} as const satisfies Record<SetupStep, Pick<Step, 'label' | 'description' | 'to'>>

/** Everything but the profile waits for the profile; going live waits for all the rest. */
export function setupGuide(setup: MerchantOverview['setup'], readOnly: boolean): Step[] {
  const done = new Set(setup.filter((entry) => entry.done).map((entry) => entry.step))
  const next = setupSteps.find((step) => !done.has(step))
  return setupSteps.map((step) => ({
    id: step,
    label: guide[step].label,
    description: guide[step].description,
    to: readOnly ? undefined : guide[step].to,
    state: stateOf(step, done, next),
  }))
}

function stateOf(step: SetupStep, done: ReadonlySet<SetupStep>, next: SetupStep | undefined): Step['state'] {
  if (done.has(step)) return 'done'
  if (step === next) return 'current'
  return isOpen(step, done) ? 'open' : 'locked'
}

function isOpen(step: SetupStep, done: ReadonlySet<SetupStep>): boolean {
  return step === 'live' ? setupSteps.every((other) => other === 'live' || done.has(other)) : done.has('profile')
}
