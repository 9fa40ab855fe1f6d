import { roleNoun } from '@quaff/features/accounts/rules'
import { codeTitle, isolated } from '@quaff/platform/shared/readable-text'
import type { UserActivityAction, UserActivityDetails, UserActivityEntry } from './user-activity-contract'

type Details = UserActivityDetails & { byName: string | null }

const sentences: Record<UserActivityAction, (details: Details) => string> = {
  sign_in: ({ method, secondFactor }) => `Signed in${labelIn(methods, method)}${labelIn(secondFactors, secondFactor)}`,
  sign_out: ({ method }) => `Signed out${labelIn(methods, method)}`,
  sessions_ended: ({ device, others }) =>
    `Signed out of ${others === undefined ? (device ?? 'a device') : otherDevices(others)}`,
  reauthenticated: ({ method }) => `Confirmed their identity${labelIn(methods, method)}`,
  account_registered: () => 'Registered',
  account_activated: () => 'Accepted the invitation',
  password_set: () => 'Set a password',
  password_changed: () => 'Changed the password',
  password_reset_requested: (details) => `Password reset requested${by(details)}`,
  password_reset: () => 'Reset the password',
  email_changed: () => 'Changed the email',
  profile_updated: (details) => `Profile updated${by(details)}`,
  second_factor_enabled: () => 'Turned the authenticator app on',
  second_factor_removed: (details) => `Authenticator app turned off${by(details)}`,
  recovery_codes_renewed: () => 'Generated new recovery codes',
  passkey_added: ({ device }) => `Added the passkey${called(device)}`,
  passkey_removed: (details) =>
    details.byName ? `Passkeys removed${by(details)}` : `Removed the passkey${called(details.device)}`,
  passkey_stopped: ({ device }) => `The passkey${called(device)} was disabled as a possible copy`,
  single_sign_on_linked: () => 'Linked single sign-on',
  single_sign_on_unlinked: (details) => `Single sign-on unlinked${by(details)}`,
  invited: (details) => `Invited${asRole(details.role)}${by(details)}`,
  invitation_resent: (details) => `Invitation resent${details.newAddress ? ' to a corrected email' : ''}${by(details)}`,
  moved_in_mailed: (details) => `Link to choose a password emailed${by(details)}`,
  registration_approved: (details) => `Registration approved${asRole(details.role)}${by(details)}`,
  registration_rejected: (details) => `Registration rejected${by(details)}`,
  role_changed: (details) => `Role changed${fromTo(details)}${by(details)}`,
  merchants_changed: (details) => `Merchants changed${by(details)}`,
  suspended: (details) => `Suspended${by(details)}`,
  reactivated: (details) => `Reactivated${by(details)}`,
  export: describeExport,
}

/**
 * Returns a sentence without its full stop. An action of imported data is shown by its name: "view_dashboard" → "View
 * dashboard".
 */
export function describeUserActivity({
  action,
  details,
  byName,
}: Pick<UserActivityEntry, 'action' | 'details' | 'byName'>): string {
  if (isKnown(action)) return sentences[action]({ ...details, byName })
  return codeTitle(action) || 'Unknown activity'
}

function isKnown(action: string): action is UserActivityAction {
  return Object.hasOwn(sentences, action)
}

const methods: Record<string, string> = {
  password: ' with a password',
  email_link: ' with an email link',
  code: ' with an email code',
  passkey: ' with a passkey',
  single_sign_on: ' with single sign-on',
}
const secondFactors: Record<string, string> = {
  app: ' and an authenticator app',
  recovery_code: ' and a recovery code',
}
const exported: Record<string, string> = {
  users: 'users',
  merchants: 'merchants',
  audit: 'the audit log',
  payouts: 'payouts',
  statement: 'a payout statement',
  bank_file: 'a bank file with account numbers',
  person: 'all data of a user',
}

function labelIn(labels: Record<string, string>, key: string | undefined) {
  return key !== undefined && Object.hasOwn(labels, key) ? (labels[key] ?? '') : ''
}

const called = (name: string | undefined) => (name ? ` “${isolated(name)}”` : '')
const by = ({ byName }: Details) => (byName ? ` by ${isolated(byName)}` : '')
const asRole = (role: string | undefined) => (role ? ` as ${roleNoun(role)}` : '')
const otherDevices = (count: number) => (count === 1 ? 'one other device' : `${count} other devices`)

function fromTo({ from, role }: Details) {
  return `${from ? ` from ${roleNoun(from)}` : ''}${role ? ` to ${roleNoun(role)}` : ''}`
}

function describeExport({ what, format, filters = [], selected }: Details) {
  const subject = labelIn(exported, what) || what || 'data'
  const kind = format ? ` as ${format === 'xlsx' ? 'Excel' : format.toUpperCase()}` : ''
  if (selected !== undefined) return `Exported ${subject}${kind}, ${selected} selected`
  return `Exported ${subject}${kind}${filters.length > 0 ? `, filtered by ${filters.map(spaced).join(', ')}` : ''}`
}

/** "createdFrom" → "created from"; the search field is called q. */
const spaced = (name: string) => (name === 'q' ? 'search' : name).replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
