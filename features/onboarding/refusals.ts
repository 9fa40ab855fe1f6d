import { accessLimits } from '@quaff/features/users/access-contract'
import type { Refusals } from '@quaff/platform/shared/refusal'

const closed = (phase: string) => `This venue is ${phase}, so you can’t change it. Contact us to reopen it.`

export const onboardingRefusals = {
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name.', field: 'name' },
  DRAFT_TOO_LONG: { code: 'BAD_REQUEST', text: 'This draft is too long. Shorten the description.' },
  SETUP_OPEN: { code: 'CONFLICT', text: 'Finish the venue that you are setting up first.' },
  VENUES_FULL: {
    code: 'CONFLICT',
    text: `You already have ${accessLimits.merchantsPerUser} venues. Contact us to add more.`,
  },
  NO_PROFILE: { code: 'CONFLICT', text: 'Save the business profile first.' },
  NO_ADDRESS: { code: 'CONFLICT', text: 'Enter the street and city in the business profile first.' },
  NO_OWNER: { code: 'CONFLICT', text: 'This merchant has no owner yet. Invite one on its Team tab.' },
  CLOSED: { code: 'CONFLICT', text: closed },
  NOT_IN_SETUP: { code: 'CONFLICT', text: (phase: string) => `This venue is ${phase}, so you can’t request approval.` },
  MISSING_STEPS: { code: 'CONFLICT', text: (steps: string) => `Complete ${steps} first, then request approval.` },
  DECIDED: {
    code: 'CONFLICT',
    text: 'This venue was already reviewed. Pause or resume sales instead.',
    field: 'isLive',
  },
} as const satisfies Refusals
