import type { AuditChange } from './contract'

/** What each action reads as; the feed keeps its own, shorter list (G30). */
const actionWords: Readonly<Record<string, string>> = {
  create_merchant: 'Created the merchant',
  update_merchant: 'Changed the merchant',
  approve_merchant: 'Approved the merchant',
  set_live: 'Paused or resumed',
  decline_merchant: 'Declined the merchant',
  suspend_merchant: 'Suspended the merchant',
  archive_merchant: 'Archived the merchant',
  restore_merchant: 'Restored the merchant',
  delete_merchant: 'Deleted the merchant',
  request_changes: 'Asked for changes',
  mark_reviewed: 'Marked as reviewed',
  transfer_merchant: 'Transferred the merchant',
  request_approval: 'Requested approval',
  save_application: 'Saved the application',
  create_location: 'Added a location',
  update_location: 'Changed a location',
  delete_location: 'Deleted a location',
  import_locations: 'Imported locations',
  create_plan: 'Created a plan',
  update_plan: 'Changed a plan',
  delete_plan: 'Deleted a plan',
  enable_promotion: 'Enabled a promotion',
  update_promotion: 'Changed a promotion',
  disable_promotion: 'Disabled a promotion',
  update_bank_account: 'Changed the bank account',
  convert_currencies: 'Converted amounts to other decimals',
  rotate_bank_keys: 'Encrypted bank details with a new key',
  update_branding: 'Changed the branding',
  generate_payout: 'Generated a payout',
  approve_payout: 'Approved a payout',
  reopen_payout: 'Reopened a payout',
  discard_payout: 'Discarded a payout',
  adjust_payout: 'Adjusted a payout',
  remove_payout_adjustment: 'Removed an adjustment of a payout',
  adjust_next_payout: 'Added an adjustment to the next payout',
  remove_waiting_adjustment: 'Removed a waiting adjustment',
  close_payout: 'Closed a payout with nothing to pay',
  carry_payout: 'Carried a payout over',
  send_payout: 'Marked a payout as sent',
  confirm_payout: 'Confirmed a payout',
  fail_payout: 'Marked a payout as failed',
  record_refund: 'Recorded a refund',
  reverse_refund: 'Reversed a refund',
  match_refund: 'Matched a refund that was recorded by hand',
  open_dispute: 'Opened a dispute',
  close_dispute: 'Closed a dispute',
  decide_overlap: 'Decided on a charge that overlaps another period',
  release_charge: 'Released the charge of a dispute',
  export_bank_file: 'Exported a bank file',
  create_affiliate_link: 'Created an affiliate link',
  update_affiliate_link: 'Changed an affiliate link',
  archive_affiliate_link: 'Archived an affiliate link',
  restore_affiliate_link: 'Restored an affiliate link',
  approve_signup: 'Approved an application',
  reject_signup: 'Rejected an application',
  create_signup_form: 'Created a signup form',
  update_signup_form: 'Changed a signup form',
  publish_signup_form: 'Published a signup form',
  close_signup_form: 'Closed a signup form',
  delete_signup_form: 'Deleted a signup form',
  approve_submission: 'Approved a submission',
  reject_submission: 'Rejected a submission',
  export_submissions: 'Exported submissions',
  void_redemption: 'Voided a redemption',
  grant_admin: 'Granted admin access',
  revoke_admin: 'Revoked admin access',
}

/** Spec §8: the title of an action without words. */
export function auditTitle({ action, changes }: { action: string; changes: readonly AuditChange[] }): string {
  if (action === 'set_live') return liveTitle(changes)
  if (action === 'update_bank_account' && isFirstAccount(changes)) return 'Added a bank account'
  return Object.hasOwn(actionWords, action) ? (actionWords[action] ?? 'Admin Action') : 'Admin Action'
}

function liveTitle(changes: readonly AuditChange[]): string {
  const now = changes.find(({ field }) => field === 'Is live')?.after
  if (now === 'Yes') return 'Resumed the merchant'
  return now === 'No' ? 'Paused the merchant' : 'Paused or resumed'
}

/** The digits of an earlier account stand before the change. */
const isFirstAccount = (changes: readonly AuditChange[]) =>
  changes.some(({ field, before }) => field === 'Account, last 4 digits' && before === null)

type Facts = Readonly<Record<string, unknown>> | null | undefined

/** What the facts call their subject: payouts by the merchant they are for. */
export function nameIn(facts: Facts): string | null {
  const name = [facts?.['name'], facts?.['displayName'], facts?.['merchant']].find(
    (one) => typeof one === 'string' && one,
  )
  return typeof name === 'string' ? name : null
}

/** Audit rows never hold these whole; imported ones might. */
export const isSecret = (key: string) => /(account|routing)_?number|tax_?id|password|secret|token/i.test(key)
