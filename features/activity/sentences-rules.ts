import { isolated } from '@quaff/platform/shared/readable-text'

/** The facts of a sentence about an action. Null values are unknown or no longer known. */
export type SentenceDetails = {
  action: string
  adminName: string | null
  merchantName: string | null
  targetName: string | null
  /** Set if a merchant was paused or resumed. */
  isLive?: boolean | null
}

/**
 * Predicates that follow the actor's name. `{venue}` is the merchant, `{of}` and `{at}` add its name if known, and
 * `{name}` is the changed record: "the plan Daily Cup" or "a plan".
 */
const predicates: Readonly<Record<string, string>> = {
  create_merchant: 'added {venue}',
  update_merchant: 'changed {venue}',
  approve_merchant: 'approved {venue}',
  set_live: 'paused or resumed {venue}',
  decline_merchant: 'rejected {venue}',
  suspend_merchant: 'suspended {venue}',
  archive_merchant: 'archived {venue}',
  restore_merchant: 'restored {venue}',
  delete_merchant: 'deleted {venue}',
  request_changes: 'asked {venue} for changes',
  mark_reviewed: 'marked {venue} as reviewed',
  transfer_merchant: 'transferred {venue} to another owner',
  request_approval: 'submitted the application{of}',
  save_application: 'saved the application{of}',
  create_location: 'added {location}{of}',
  update_location: 'changed {location}{of}',
  duplicate_location: 'duplicated {location}{of}',
  delete_location: 'deleted {location}{of}',
  import_locations: 'imported locations{of}',
  create_plan: 'created {plan}{of}',
  update_plan: 'changed {plan}{of}',
  delete_plan: 'deleted {plan}{of}',
  enable_promotion: 'enabled a promotion{of}',
  update_promotion: 'changed a promotion{of}',
  disable_promotion: 'disabled a promotion{of}',
  update_bank_account: 'changed the bank account{of}',
  rotate_bank_keys: 'encrypted bank details with a new key',
  update_branding: 'changed the branding{of}',
  generate_payout: 'generated a payout{for}',
  approve_payout: 'approved a payout{for}',
  reopen_payout: 'reopened a payout{for}',
  discard_payout: 'discarded a payout{for}',
  adjust_payout: 'adjusted a payout{for}',
  remove_payout_adjustment: 'removed an adjustment from a payout{for}',
  adjust_next_payout: 'added an adjustment to the next payout{for}',
  remove_waiting_adjustment: 'removed a waiting adjustment{for}',
  close_payout: 'closed a payout{for} with nothing to pay',
  carry_payout: 'carried over a payout{for}',
  send_payout: 'marked a payout{for} as sent',
  confirm_payout: 'confirmed a payout{for}',
  fail_payout: 'marked a payout{for} as failed',
  record_refund: 'recorded a refund{at}',
  reverse_refund: 'reversed a refund{at}',
  match_refund: 'matched a manually recorded refund{at}',
  open_dispute: 'opened a dispute{at}',
  close_dispute: 'closed a dispute{at}',
  decide_overlap: 'resolved a charge that overlaps another period{at}',
  release_charge: 'released the charge of a dispute{at}',
  create_affiliate_link: 'created {affiliate link}{for}',
  update_affiliate_link: 'changed {affiliate link}{for}',
  archive_affiliate_link: 'archived {affiliate link}{for}',
  restore_affiliate_link: 'restored {affiliate link}{for}',
  approve_signup: 'approved {application}',
  reject_signup: 'rejected {application}',
  create_signup_form: 'created {signup form}{for}',
  update_signup_form: 'changed {signup form}{for}',
  publish_signup_form: 'published {signup form}{for}',
  close_signup_form: 'closed {signup form}{for}',
  delete_signup_form: 'deleted {signup form}{for}',
  approve_submission: 'approved a submission',
  reject_submission: 'rejected a submission',
  remind_owners: 'reminded the owners{of} about bank details',
  void_redemption: 'voided a redemption{at}',
  keep_redemption: 'kept a flagged redemption{at}',
  flag_redemption: 'flagged a redemption again{at}',
  cancel_subscription: 'canceled a subscription{at}',
  keep_subscription: 'kept a subscription{at}',
  grant_admin: 'granted admin access to {person}',
  revoke_admin: 'revoked admin access from {person}',
  invite_user: 'invited {person}',
  invite_to_merchant: 'invited a user to {venue}',
  accept_invitation: 'accepted an invitation{of}',
  resend_invitation: 'resent the invitation to {person}',
  correct_email: 'corrected the email of {person}',
  cancel_invitation: 'canceled the invitation of {person}',
  activate_account: 'activated the account',
  register_user: 'registered',
  approve_registration: 'approved the registration of {person}',
  reject_registration: 'rejected the registration of {person}',
  update_role: 'changed the role of {person}',
  remove_from_merchant: 'removed {person} from {venue}',
  restore_to_merchant: 'added {person} back to {venue}',
  suspend_user: 'suspended {person}',
  reactivate_user: 'reactivated {person}',
  delete_user: 'deleted {person}',
  update_user: 'changed the details of {person}',
  erase_user: 'erased a user',
  export_user: 'exported the data of {person}',
  send_password_reset: 'sent {person} a password reset',
  invite_moved_user: 'invited {person}, an imported user',
  remove_second_factor: 'removed the authenticator app of {person}',
  remove_passkeys: 'removed the passkeys of {person}',
  remove_single_sign_on: 'unlinked {person} from single sign-on',
  update_profile: 'changed their profile',
  change_email: 'changed their email',
  set_password: 'set a password',
  change_password: 'changed their password',
  reset_password: 'reset their password',
  enable_second_factor: 'set up an authenticator app',
  disable_second_factor: 'removed their authenticator app',
  renew_recovery_codes: 'generated new recovery codes',
  add_passkey: 'added a passkey',
  rename_passkey: 'renamed a passkey',
  remove_passkey: 'removed a passkey',
  stop_passkey: 'used a passkey that was disabled as a possible copy',
  link_single_sign_on: 'linked their account with single sign-on',
  unlink_single_sign_on: 'unlinked their account from single sign-on',
  end_session: 'ended a session',
  start_preview: 'started a preview as viewer{of}',
  end_preview: 'ended a preview as viewer{of}',
  export_users: 'exported users',
  export_merchants: 'exported merchants',
  export_subscriptions: 'exported subscriptions{of}',
  export_redemptions: 'exported redemptions{of}',
  export_submissions: 'exported submissions',
  export_audit: 'exported the audit log',
  export_affiliate_links: 'exported affiliate links',
  export_payouts: 'exported payouts{of}',
  export_statement: 'exported a payout statement{of}',
  export_bank_file: 'downloaded a bank file',
  export_waitlist: 'exported {waitlist}',
  update_platform_settings: 'changed the platform settings',
  retry_failed_jobs: 'ran failed jobs again',
  create_waitlist: 'created {waitlist}',
  update_waitlist: 'changed {waitlist}',
  open_waitlist: 'opened {waitlist}',
  close_waitlist: 'closed {waitlist}',
  delete_waitlist: 'deleted {waitlist}',
  import_waitlist: 'imported entries to {waitlist}',
  invite_waitlist_entry: 'invited a person from a waitlist',
  resend_waitlist_entry: 'resent a waitlist invitation',
  rescind_waitlist_entry: 'canceled a waitlist invitation',
  shortlist_waitlist_entry: 'shortlisted a person on a waitlist',
  unshortlist_waitlist_entry: 'removed a person from a shortlist',
  remove_waitlist_entry: 'removed a person from a waitlist',
  restore_waitlist_entry: 'added a person back to a waitlist',
  note_waitlist_entry: 'changed the notes on a waitlist entry',
  forget_waitlist_entry: 'permanently deleted a person from a waitlist',
  update_notification_preferences: 'changed their email preferences',
  check_import: 'checked an import',
  apply_import: 'started an import',
  continue_import: 'continued an import',
  import_documents: 'ran an import',
  undo_import: 'undid an import',
  export_import: 'exported the report of an import',
  invite_imported_team: 'invited an imported team',
  create_api_key: 'created an API key',
  rotate_api_key: 'rotated the secrets of an API key',
  revoke_api_key: 'revoked an API key',
  ingest_users: 'received people through the API',
  ingest_subscriptions: 'received subscriptions through the API',
  ingest_redemptions: 'received redemptions through the API',
  ingest_refunds: 'received refunds through the API',
  take_payment_event: 'received a payment provider event{of}',
  retry_payment_event: 'retried a payment provider event{of}',
  dismiss_payment_event: 'dismissed a payment provider event{of}',
  create_webhook: 'added a webhook',
  update_webhook: 'changed a webhook',
  enable_webhook: 'enabled a webhook',
  disable_webhook: 'disabled a webhook',
  delete_webhook: 'deleted a webhook',
  rotate_webhook_secret: 'rotated the secret of a webhook',
  test_webhook: 'tested a webhook',
  replay_webhook: 'replayed deliveries of a webhook',
}

/** Done by the person of the account, who is not signed in yet. */
const ownActions: ReadonlySet<string> = new Set([
  'accept_invitation',
  'activate_account',
  'register_user',
  'reset_password',
])

/** Returns for example "Maya Lindqvist approved Foxglove Coffee", without a full stop. */
export function auditSentence(details: SentenceDetails): string {
  const { action, merchantName, targetName } = details
  const who = details.adminName ?? (ownActions.has(action) ? (targetName ?? 'A user') : 'The system')
  const venue = merchantName ?? (action.endsWith('_merchant') ? targetName : null)
  const subjects: Readonly<Record<string, string>> = {
    venue: venue ?? 'a merchant',
    of: venue === null ? '' : ` of ${isolated(venue)}`,
    for: venue === null ? '' : ` for ${isolated(venue)}`,
    at: venue === null ? '' : ` at ${isolated(venue)}`,
    person: targetName ?? 'a user',
  }
  const text = predicateOf(details).replaceAll(
    /\{([a-z ]+)\}/g,
    (_, word: string) => subjects[word] ?? named(word, targetName),
  )
  return `${isolated(who)} ${text}`
}

function predicateOf({ action, isLive }: SentenceDetails): string {
  if (action === 'set_live' && typeof isLive === 'boolean') return isLive ? 'resumed {venue}' : 'paused {venue}'
  const own = Object.hasOwn(predicates, action) ? predicates[action] : undefined
  return own ?? `did “${action.replaceAll('_', ' ').trim() || 'something unknown'}”{of}`
}

function named(noun: string, name: string | null) {
  if (name !== null) return `the ${noun} ${isolated(name)}`
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
