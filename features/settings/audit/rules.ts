import { auditTitle, isSecret } from '@quaff/features/activity/audit/rules'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { AuditFinding, AuditFindingKind } from './contract'

const untitled = auditTitle({ action: '', changes: [] })

/** In the audit log every action says what was done; merchants' own histories keep to the shorter list. */
const logWords: Readonly<Record<string, string>> = {
  invite_user: 'Invited a person',
  invite_to_merchant: 'Invited a person to a merchant',
  accept_invitation: 'Accepted an invitation',
  resend_invitation: 'Sent an invitation again',
  correct_email: 'Corrected an address',
  cancel_invitation: 'Canceled an invitation',
  activate_account: 'Activated the account',
  register_user: 'Registered',
  approve_registration: 'Approved a registration',
  reject_registration: 'Rejected a registration',
  update_role: 'Changed a role',
  remove_from_merchant: 'Removed a person from a merchant',
  restore_to_merchant: 'Added a person back to a merchant',
  suspend_user: 'Suspended a person',
  reactivate_user: 'Reactivated a person',
  delete_user: 'Deleted a person',
  update_user: 'Changed a person',
  erase_user: 'Erased a person',
  export_user: 'Exported a person',
  send_password_reset: 'Sent a password reset',
  invite_moved_user: 'Invited a person who came over',
  remove_second_factor: 'Took away an authenticator app',
  remove_passkeys: 'Took away passkeys',
  remove_single_sign_on: 'Unlinked a person from single sign-on',
  update_profile: 'Changed the profile',
  change_email: 'Changed the own address',
  set_password: 'Set a password',
  change_password: 'Changed the password',
  reset_password: 'Reset the password',
  enable_second_factor: 'Set up an authenticator app',
  disable_second_factor: 'Removed the authenticator app',
  renew_recovery_codes: 'Renewed the recovery codes',
  add_passkey: 'Added a passkey',
  rename_passkey: 'Renamed a passkey',
  remove_passkey: 'Removed a passkey',
  stop_passkey: 'Stopped a passkey that seems to have been copied',
  link_single_sign_on: 'Linked the account with single sign-on',
  unlink_single_sign_on: 'Unlinked the account from single sign-on',
  create_api_key: 'Made a key',
  rotate_api_key: 'Rotated the secrets of a key',
  revoke_api_key: 'Revoked a key',
  create_webhook: 'Added a webhook',
  update_webhook: 'Changed a webhook',
  rotate_webhook_secret: 'Rotated the secret of a webhook',
  enable_webhook: 'Enabled a webhook',
  disable_webhook: 'Disabled a webhook',
  delete_webhook: 'Deleted a webhook',
  test_webhook: 'Sent a test to a webhook',
  replay_webhook: 'Replayed deliveries of a webhook',
  ingest_users: 'Took in people',
  ingest_subscriptions: 'Took in subscriptions',
  ingest_redemptions: 'Took in redemptions',
  ingest_refunds: 'Took in refunds',
  take_payment_event: 'Took in an event of the payment provider',
  retry_payment_event: 'Tried an event of the payment provider again',
  dismiss_payment_event: 'Dismissed an event of the payment provider',
  end_session: 'Ended a session',
  start_preview: 'Started a preview as viewer',
  end_preview: 'Ended a preview as viewer',
  export_users: 'Exported users',
  export_merchants: 'Exported merchants',
  export_subscriptions: 'Exported subscriptions',
  export_redemptions: 'Exported redemptions',
  export_audit: 'Exported the audit log',
  export_affiliate_links: 'Exported affiliate links',
  export_payouts: 'Exported payouts',
  export_statement: 'Exported a payout statement',
  export_bank_file: 'Exported a bank file',
  duplicate_location: 'Duplicated a location',
  cancel_subscription: 'Canceled a subscription',
  keep_subscription: 'Kept a subscription',
  update_platform_settings: 'Changed the platform settings',
  create_waitlist: 'Made a waitlist',
  update_waitlist: 'Changed a waitlist',
  open_waitlist: 'Opened a waitlist',
  close_waitlist: 'Closed a waitlist',
  delete_waitlist: 'Deleted a waitlist',
  import_waitlist: 'Imported people onto a waitlist',
  export_waitlist: 'Exported a waitlist',
  invite_waitlist_entry: 'Invited a person from a waitlist',
  resend_waitlist_entry: 'Sent a waitlist invitation again',
  rescind_waitlist_entry: 'Rescinded a waitlist invitation',
  shortlist_waitlist_entry: 'Shortlisted a person on a waitlist',
  unshortlist_waitlist_entry: 'Took a person off the shortlist',
  remove_waitlist_entry: 'Removed a person from a waitlist',
  restore_waitlist_entry: 'Put a person back on a waitlist',
  note_waitlist_entry: 'Changed the notes about a person on a waitlist',
  forget_waitlist_entry: 'Deleted a person of a waitlist for good',
  update_notification_preferences: 'Changed the mail settings',
}

/** What an action reads as; one without words of its own by its name: "legacy_thing" → "Legacy thing". */
export function auditActionText(action: string): string {
  if (Object.hasOwn(logWords, action)) return logWords[action] ?? wordsOf(action)
  const title = auditTitle({ action, changes: [] })
  return title === untitled ? wordsOf(action) : title
}

/** "merchant_application" → "Merchant application". */
export const wordsOf = codeTitle

/** The same facts with the last four signs of what is nobody's business. */
export function withoutSecrets(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withoutSecrets(child, name)]))
  if (!isSecret(key) || (typeof value !== 'string' && typeof value !== 'number')) return value
  return String(value).length > 4 ? `••••${String(value).slice(-4)}` : value
}

const findingTexts: Record<AuditFindingKind, string> = {
  altered: 'was changed after it was sealed',
  missing: 'was deleted after it was sealed',
  seal_missing: 'The seal is missing: an entry and its seal were deleted',
  backdated: 'was written later than it says',
}

export function findingText({ kind, position, auditId }: AuditFinding): string {
  const place = position === null ? 'Not sealed yet' : `Place ${position}`
  return auditId === null ? `${place}: ${findingTexts[kind]}.` : `${place}: entry ${auditId} ${findingTexts[kind]}.`
}
