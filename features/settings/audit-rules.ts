import { auditTitle, isSecret } from '@quaff/features/activity/audit-rules'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { AuditFinding, AuditFindingKind } from './audit-contract'

const untitled = auditTitle({ action: '', changes: [] })

/** The audit log describes every action; merchants' own histories use the shorter list. */
const logLabels: Readonly<Record<string, string>> = {
  invite_user: 'Invited a user',
  invite_to_merchant: 'Invited a user to a merchant',
  accept_invitation: 'Accepted an invitation',
  resend_invitation: 'Resent an invitation',
  correct_email: 'Corrected an email',
  cancel_invitation: 'Canceled an invitation',
  activate_account: 'Activated their account',
  register_user: 'Registered',
  approve_registration: 'Approved a registration',
  reject_registration: 'Rejected a registration',
  update_role: 'Changed a role',
  remove_from_merchant: 'Removed a user from a merchant',
  restore_to_merchant: 'Added a user back to a merchant',
  suspend_user: 'Suspended a user',
  reactivate_user: 'Reactivated a user',
  delete_user: 'Deleted a user',
  update_user: 'Edited a user',
  erase_user: 'Erased a user',
  export_user: 'Exported a user’s data',
  send_password_reset: 'Sent a password reset',
  invite_moved_user: 'Invited an imported user',
  remove_second_factor: 'Removed a user’s authenticator app',
  remove_passkeys: 'Removed a user’s passkeys',
  remove_single_sign_on: 'Unlinked a user from single sign-on',
  update_profile: 'Edited their profile',
  change_email: 'Changed their email',
  set_password: 'Set a password',
  change_password: 'Changed their password',
  reset_password: 'Reset their password',
  enable_second_factor: 'Added an authenticator app',
  disable_second_factor: 'Removed their authenticator app',
  renew_recovery_codes: 'Renewed their recovery codes',
  add_passkey: 'Added a passkey',
  rename_passkey: 'Renamed a passkey',
  remove_passkey: 'Removed a passkey',
  stop_passkey: 'Disabled a possibly copied passkey',
  link_single_sign_on: 'Linked single sign-on',
  unlink_single_sign_on: 'Unlinked single sign-on',
  create_api_key: 'Created an API key',
  rotate_api_key: 'Rotated an API key’s secrets',
  revoke_api_key: 'Revoked an API key',
  create_webhook: 'Added a webhook',
  update_webhook: 'Edited a webhook',
  rotate_webhook_secret: 'Rotated a webhook’s secret',
  enable_webhook: 'Enabled a webhook',
  disable_webhook: 'Disabled a webhook',
  delete_webhook: 'Deleted a webhook',
  test_webhook: 'Sent a webhook test',
  replay_webhook: 'Replayed a webhook’s deliveries',
  ingest_users: 'Received people',
  ingest_subscriptions: 'Received subscriptions',
  ingest_redemptions: 'Received redemptions',
  ingest_refunds: 'Received refunds',
  take_payment_event: 'Received a payment provider event',
  retry_payment_event: 'Retried a payment provider event',
  dismiss_payment_event: 'Dismissed a payment provider event',
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
  remind_owners: 'Reminded owners about bank details',
  export_bank_file: 'Exported a bank file',
  duplicate_location: 'Duplicated a location',
  cancel_subscription: 'Canceled a subscription',
  keep_subscription: 'Kept a subscription',
  update_platform_settings: 'Updated platform settings',
  retry_failed_jobs: 'Ran failed jobs again',
  create_waitlist: 'Created a waitlist',
  update_waitlist: 'Edited a waitlist',
  open_waitlist: 'Opened a waitlist',
  close_waitlist: 'Closed a waitlist',
  delete_waitlist: 'Deleted a waitlist',
  import_waitlist: 'Imported a waitlist',
  export_waitlist: 'Exported a waitlist',
  invite_waitlist_entry: 'Invited someone from a waitlist',
  resend_waitlist_entry: 'Resent a waitlist invitation',
  rescind_waitlist_entry: 'Withdrew a waitlist invitation',
  shortlist_waitlist_entry: 'Shortlisted a waitlist entry',
  unshortlist_waitlist_entry: 'Removed a waitlist entry from the shortlist',
  remove_waitlist_entry: 'Removed a waitlist entry',
  restore_waitlist_entry: 'Restored a waitlist entry',
  note_waitlist_entry: 'Edited a waitlist entry’s notes',
  forget_waitlist_entry: 'Permanently deleted a waitlist entry',
  update_notification_preferences: 'Changed email preferences',
}

/** Text of an action. An unknown action is its name: "legacy_thing" → "Legacy thing". */
export function auditActionText(action: string): string {
  if (Object.hasOwn(logLabels, action)) return logLabels[action] ?? actionTitle(action)
  const title = auditTitle({ action, changes: [] })
  return title === untitled ? actionTitle(action) : title
}

/** "merchant_application" → "Merchant application", "api_key" → "API key". */
export const actionTitle = (code: string) => codeTitle(code).replace(/^Api /, 'API ')

/** The same values, with secrets shortened to their last four characters. */
export function withoutSecrets(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withoutSecrets(child, name)]))
  if (!isSecret(key) || (typeof value !== 'string' && typeof value !== 'number')) return value
  return String(value).length > 4 ? `••••${String(value).slice(-4)}` : value
}

const findingMessages: Record<AuditFindingKind, string> = {
  altered: 'was changed after it was sealed',
  missing: 'was deleted after it was sealed',
  seal_missing: 'The seal is missing: an entry and its seal were deleted',
  backdated: 'was written later than it claims',
}

export function findingText({ kind, position, auditId }: AuditFinding): string {
  const place = position === null ? 'Not sealed yet' : `Position ${position}`
  return auditId === null
    ? `${place}: ${findingMessages[kind]}.`
    : `${place}: entry ${auditId} ${findingMessages[kind]}.`
}
