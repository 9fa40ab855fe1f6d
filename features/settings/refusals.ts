import type { Refusals } from '@quaff/platform/shared/refusal'

export const settingsRefusals = {
  AUDIT_ENTRY: { code: 'NOT_FOUND', text: 'This entry does not exist.' },
  MAIL_TEMPLATE: { code: 'NOT_FOUND', text: 'There is no such mail.' },
} as const satisfies Refusals
