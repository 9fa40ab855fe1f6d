import type { Refusals } from '@quaff/platform/shared/refusal'

export const activityRefusals = {
  USER: { code: 'NOT_FOUND', text: 'This person does not exist or is not yours to see.' },
} as const satisfies Refusals
