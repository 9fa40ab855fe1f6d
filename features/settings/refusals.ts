import type { Refusals } from '@quaff/platform/shared/refusal'

export const settingsRefusals = {
  AUDIT_ENTRY: { code: 'NOT_FOUND', text: 'Entry not found.' },
  MAIL_TEMPLATE: { code: 'NOT_FOUND', text: 'Email not found.' },
} as const satisfies Refusals
