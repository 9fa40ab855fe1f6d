import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { eventTypes } from '../event-types-contract'

/** Audited, but no endpoint is notified: staff, sign-ins, reads, and writes that record their events themselves. */
const silent = [
  'affiliate_link create_affiliate_link',
  'affiliate_link export_affiliate_links',
  'api_key create_api_key',
  'audit_log export_audit',
  'bank_account rotate_bank_keys',
  'bank_account update_bank_account',
  'bank_file export_bank_file',
  'import apply_import',
  'import check_import',
  'import continue_import',
  'import export_import',
  'import import_documents',
  'import invite_imported_team',
  'import undo_import',
  'invitation cancel_invitation',
  'invitation invite_to_merchant',
  'invitation resend_invitation',
  'merchant end_preview',
  'merchant export_merchants',
  'merchant import_locations',
  'merchant remind_owners',
  'merchant start_preview',
  'merchant transfer_merchant',
  'payout export_payouts',
  'payout export_statement',
  'payout_adjustment remove_waiting_adjustment',
  'platform retry_failed_jobs',
  'platform update_platform_settings',
  'redemption void_redemption',
  'refund release_charge',
  'signup_form close_signup_form',
  'signup_form create_signup_form',
  'signup_form delete_signup_form',
  'signup_form export_submissions',
  'signup_form publish_signup_form',
  'signup_form update_signup_form',
  'subscription decide_overlap',
  'subscription export_subscriptions',
  'subscription take_payment_event',
  'user accept_invitation',
  'user activate_account',
  'user add_passkey',
  'user approve_registration',
  'user change_email',
  'user change_password',
  'user correct_email',
  'user disable_second_factor',
  'user enable_second_factor',
  'user end_session',
  'user erase_user',
  'user export_user',
  'user export_users',
  'user grant_admin',
  'user invite_moved_user',
  'user invite_user',
  'user link_single_sign_on',
  'user register_user',
  'user reject_registration',
  'user remove_from_merchant',
  'user remove_passkey',
  'user remove_passkeys',
  'user remove_second_factor',
  'user remove_single_sign_on',
  'user rename_passkey',
  'user renew_recovery_codes',
  'user resend_invitation',
  'user reset_password',
  'user restore_to_merchant',
  'user send_password_reset',
  'user set_password',
  'user stop_passkey',
  'user unlink_single_sign_on',
  'user update_notification_preferences',
  'user update_profile',
  'user update_role',
  'user update_user',
  'waitlist create_waitlist',
  'waitlist delete_waitlist',
  'waitlist export_waitlist',
  'waitlist import_waitlist',
  'waitlist_entry forget_waitlist_entry',
  'waitlist_entry note_waitlist_entry',
  'webhook_endpoint create_webhook',
  'webhook_endpoint disable_webhook',
]

/** Steps of a merchant that notify no endpoint. */
const silentSteps = ['mark_reviewed']

const features = new URL('../../', import.meta.url).pathname
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/server/') && path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => !path.includes('node_modules'))
  .map((path) => ({ path, text: readFileSync(`${features}${path}`, 'utf8') }))
const all = sources.map(({ text }) => text).join('\n')

// Finds only actions that are written out with their target, not those that code puts together.
it('an audited action names its webhook event, or is listed as silent', () => {
  const found = [...all.matchAll(/\baction: '(\w+)',\s*(?:targetType|type): '(\w+)'(,\s*event: )?/g)]
  const silentHere = found.filter(([, , , event]) => !event).map(([, action, target]) => `${target} ${action}`)
  expect(found.length).toBeGreaterThan(60)
  expect([...new Set(silentHere)].sort()).toEqual(silent)
})

it('a step of a merchant names its webhook event, or is listed as silent', () => {
  const merchants = sources.flatMap(({ path, text }) => (path.startsWith('merchants/') ? text : [])).join('\n')
  const steps = [...merchants.matchAll(/\bauditAction: (?:'(\w+)'|`[^`]+`),(\s*event: )?/g)]
  expect(steps.length).toBeGreaterThan(3)
  expect(steps.flatMap(([, action, event]) => (event ? [] : [action]))).toEqual(silentSteps)
})

it('every declared event is recorded by a write, and by no name that only looks like one', () => {
  const named = new Set([...all.matchAll(/\b(\w+)Events\.(\w+)/g)].map(([, noun, name]) => `${noun}.${name}`))
  expect(eventTypes.filter((type) => !named.has(type))).toEqual([])
  expect(all).not.toMatch(/\bevent: ['"`]/)
})
