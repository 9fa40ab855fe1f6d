import type { Refusals } from '@quaff/platform/shared/refusal'

export const activityRefusals = {
  USER: { code: 'NOT_FOUND', text: 'User not found, or you don’t have access.' },
} as const satisfies Refusals
