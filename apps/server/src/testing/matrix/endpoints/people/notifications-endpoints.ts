import { signedIn, strangers, type Endpoint } from '../../endpoint'

/** The caller's own only: no input names another user. */
const everybodyInside = { ...strangers('UNAUTHORIZED'), ...signedIn('ok') } as const

export const notificationsEndpoints: Record<string, Endpoint> = {
  'notifications.waiting': { input: () => ({}), expected: everybodyInside },
  'notifications.markSeen': { input: () => ({}), expected: everybodyInside },
  'notifications.preferences': { input: () => ({}), expected: everybodyInside },
  'notifications.updatePreferences': {
    input: () => ({ dailyMail: true }),
    expected: { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' },
  },
}
