import { describe, expect, it } from 'vitest'
import { auditSentence } from './sentences-rules'

const details = { adminName: 'Maya Lindqvist', merchantName: 'Foxglove Coffee', targetName: null }
const say = (action: string, more: Partial<Parameters<typeof auditSentence>[0]> = {}) =>
  auditSentence({ ...details, action, ...more })

describe('an action as a sentence', () => {
  it.each([
    ['approve_merchant', 'Maya Lindqvist approved Foxglove Coffee'],
    ['decline_merchant', 'Maya Lindqvist rejected Foxglove Coffee'],
    ['request_changes', 'Maya Lindqvist asked Foxglove Coffee for changes'],
    ['create_location', 'Maya Lindqvist added a location of Foxglove Coffee'],
    ['send_payout', 'Maya Lindqvist marked a payout for Foxglove Coffee as sent'],
    ['create_affiliate_link', 'Maya Lindqvist created an affiliate link for Foxglove Coffee'],
    ['export_users', 'Maya Lindqvist exported users'],
  ])('%s reads "%s"', (action, sentence) => expect(say(action)).toBe(sentence))

  it('names its target if that is known', () => {
    expect(say('update_plan', { targetName: 'Daily Cup' })).toBe(
      'Maya Lindqvist changed the plan Daily Cup of Foxglove Coffee',
    )
    expect(say('update_role', { targetName: '$& {of}' })).toBe('Maya Lindqvist changed the role of $& {of}')
    expect(say('delete_merchant', { merchantName: null, adminName: null })).toBe('The system deleted a merchant')
    expect(say('set_live', { isLive: true })).toBe('Maya Lindqvist resumed Foxglove Coffee')
  })

  it.each([
    ['import_documents', 'The system ran an import'],
    ['undo_import', 'The system undid an import'],
    ['disable_webhook', 'The system disabled a webhook'],
    ['ingest_redemptions', 'The system received redemptions through the API'],
    ['take_payment_event', 'The system received a payment provider event'],
  ])('%s without an actor and a merchant reads "%s"', (action, sentence) =>
    expect(say(action, { merchantName: null, adminName: null })).toBe(sentence),
  )

  it.each([
    ['register_user', 'Mara Tide registered'],
    ['activate_account', 'Mara Tide activated the account'],
    ['reset_password', 'Mara Tide reset their password'],
    ['accept_invitation', 'Mara Tide accepted an invitation of Foxglove Coffee'],
  ])('%s before signing in names the person of the account: "%s"', (action, sentence) => {
    expect(say(action, { adminName: null, targetName: 'Mara Tide' })).toBe(sentence)
    expect(say(action, { adminName: null })).toBe(sentence.replace('Mara Tide', 'A user'))
  })

  it('quotes an imported action without its underscores', () => {
    expect(say('legacy_thing')).toBe('Maya Lindqvist did “legacy thing” of Foxglove Coffee')
    expect(say('', { merchantName: null })).toBe('Maya Lindqvist did “something unknown”')
  })
})
