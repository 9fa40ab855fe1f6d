import type { Refusals } from '@quaff/platform/shared/refusal'

export const settingsRefusals = {
  AUDIT_ENTRY: { code: 'NOT_FOUND', text: 'This entry does not exist.' },
  MAIL_TEMPLATE: { code: 'NOT_FOUND', text: 'There is no such mail.' },
  STORE_URL: { code: 'BAD_REQUEST', text: 'Enter the whole address of the app, starting with https://.' },
} as const satisfies Refusals
