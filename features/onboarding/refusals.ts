import type { Refusals } from '@quaff/platform/shared/refusal'

const closed = (phase: string) =>
  `This venue is ${phase}, so it cannot be changed. Write to us if it should be opened again.`

export const onboardingRefusals = {
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name.', field: 'name' },
  DRAFT_TOO_LONG: { code: 'BAD_REQUEST', text: 'This is too much text for a draft. Shorten the description.' },
  NO_PROFILE: { code: 'CONFLICT', text: 'Save the business profile first. The other steps open after it.' },
  NO_ADDRESS: { code: 'CONFLICT', text: 'Enter street and city in the business profile first.' },
  NO_OWNER: { code: 'CONFLICT', text: 'This merchant has no owner yet. Invite one on its Team tab, then go on.' },
  CLOSED: { code: 'CONFLICT', text: closed },
  NOT_IN_SETUP: {
    code: 'CONFLICT',
    text: (phase: string) => `This venue is ${phase}, so there is no approval to ask for.`,
  },
  MISSING_STEPS: { code: 'CONFLICT', text: (steps: string) => `Complete ${steps} first, then request approval.` },
  DECIDED: {
    code: 'CONFLICT',
    text: 'This venue has been reviewed already. Pause or resume it instead.',
    field: 'isLive',
  },
} as const satisfies Refusals
