import { describe, expect, it } from 'vitest'
import type { RecentSubscription } from '@quaff/features/subscriptions/rules'
import { activityTypes } from './contract'
import {
  activitySince,
  auditItem,
  mentionsPermission,
  mergeActivity,
  merchantItem,
  signupItem,
  subscriptionItem,
  surgeItem,
} from './rules'
import type { AuditEntry, MerchantEntry } from './rules'

const now = new Date('2026-03-10T12:30:00Z')
const merchant: MerchantEntry = {
  id: 'mer_1',
  name: 'Acorn Coffee',
  businessType: 'coffee_shop',
  city: 'Oakhaven',
  status: 'active',
  needsReview: false,
  createdAt: now,
}
const audit: AuditEntry = {
  id: 'aud_1',
  action: 'approve_merchant',
  targetType: 'merchant',
  targetId: 'mer_1',
  merchantId: 'mer_1',
  merchantName: 'Half Moon',
  targetUserId: null,
  targetName: null,
  isLive: null,
  occurredAt: now,
  adminUserId: 'usr_9',
  adminName: 'Maya',
  day: '2026-03-10',
  more: 0,
}
const subscription: RecentSubscription = {
  id: 'sub_1',
  merchantId: 'mer_1',
  merchantName: 'Foxglove',
  planName: 'Daily Cup',
  userId: 'usr_1',
  status: 'active',
  price: { amountMinor: 2_900, currency: 'usd', interval: 'month', intervalCount: 1 },
  monthlyMinor: 2_900,
  currency: 'usd',
  createdAt: now,
  updatedAt: now,
  isFirstOfUser: false,
}

describe('merchants in the feed (spec §4)', () => {
  it.each([
    ['pending_review', false, 'merchant_application_submitted'],
    ['active', true, 'merchant_application_submitted'],
    ['active', false, 'merchant_registered'],
    ['pending', false, 'merchant_registered'],
  ])('§4 a merchant that is %s, needs review %s: %s', (status, needsReview, type) => {
    expect(merchantItem({ ...merchant, status, needsReview }).type).toBe(type)
  })

  it('name the merchant, its type and its city', () => {
    expect(merchantItem({ ...merchant, status: 'pending_review' })).toMatchObject({
      title: 'Acorn Coffee submitted an application',
      description: 'Coffee shop, Oakhaven. Waiting for review.',
      merchantId: 'mer_1',
    })
  })
})

describe('audit rows in the feed (G30)', () => {
  it.each([
    ['approve_merchant', 'merchant_approved', 'Maya approved Half Moon'],
    ['request_approval', 'merchant_application_submitted', 'Maya submitted the application of Half Moon'],
    ['create_plan', 'plan_created', 'Maya created the plan Daily Cup of Half Moon'],
    ['generate_payout', 'payout_generated', 'Maya generated a payout for Half Moon'],
    ['create_merchant', 'admin_action', 'Maya added Half Moon'],
    ['update_merchant', 'admin_action', 'Maya changed Half Moon'],
    ['update_plan', 'admin_action', 'Maya changed the plan Daily Cup of Half Moon'],
    ['grant_admin', 'admin_action', 'Maya granted admin access to Daily Cup'],
    ['revoke_admin', 'admin_action', 'Maya revoked admin access from Daily Cup'],
    ['export_users', 'admin_action', 'Admin Action'],
    ['toString', 'admin_action', 'Admin Action'],
  ])('§8 §G30 the action %s is %s', (action, type, title) => {
    expect(auditItem({ ...audit, action, targetName: 'Daily Cup' })).toMatchObject({ type, title })
  })

  it('describe below "Admin Action" who did what to whom', () => {
    const said = (details: Partial<AuditEntry>) => auditItem({ ...audit, ...details }).description
    expect(said({ action: 'suspend_user', targetName: 'Olive' })).toBe('Maya suspended Olive.')
    expect(said({ action: 'set_live', isLive: false })).toBe('Maya paused Half Moon.')
    expect(said({ action: 'update_location', merchantName: null })).toBe('Maya changed a location.')
    expect(said({ action: 'rotate_bank_keys', adminName: null })).toBe(
      'The system encrypted bank details with a new key.',
    )
    expect(said({ action: 'reindex_all' })).toBe('Maya did “reindex all” of Half Moon.')
    expect(said({ action: 'constructor', merchantName: null })).toBe('Maya did “constructor”.')
  })

  it('link to existing records, and exports have no link', () => {
    expect(auditItem({ ...audit, targetUserId: 'usr_7' })).toMatchObject({ merchantId: 'mer_1', userId: 'usr_7' })
    for (const details of [{ merchantName: null }, { action: 'export_statement', targetUserId: 'usr_7' }]) {
      const item = auditItem({ ...audit, ...details })
      expect([item.merchantId, item.userId]).toEqual([undefined, undefined])
    }
  })

  it('fold the actions of one person and kind on a day, and link to all of them', () => {
    expect(auditItem({ ...audit, more: 6 })).toMatchObject({
      title: 'Maya approved Half Moon and 6 more',
      metadata: { action: 'approve_merchant', more: 6, adminUserId: 'usr_9', day: '2026-03-10' },
    })
    expect(auditItem({ ...audit, more: 6, adminUserId: null }).metadata).not.toHaveProperty('more')
  })
})

describe('subscriptions in the feed (G30)', () => {
  it.each([
    ['active', false, 'subscription_created'],
    ['active', true, 'user_subscribed'],
    ['trialing', true, 'user_subscribed'],
    ['canceled', true, 'subscription_cancelled'],
  ])('§3 §G30 a subscription that is %s, first of the user %s: %s', (status, isFirstOfUser, type) => {
    expect(subscriptionItem({ ...subscription, status, isFirstOfUser }).type).toBe(type)
  })

  it('§8 name merchant and price as billed, or say that they are unknown', () => {
    expect(subscriptionItem(subscription).description).toBe('Foxglove, $29.00 / month')
    const priced = (price: object) =>
      subscriptionItem({ ...subscription, price: { ...subscription.price, ...price } }).description
    expect(priced({ currency: 'gibberish' })).toBe('Foxglove, 29.00 GIBBERISH / month')
    expect(priced({ amountMinor: 650, interval: 'week' })).toBe('Foxglove, $6.50 / week')
    expect(priced({ amountMinor: 1_200, interval: 'week', intervalCount: 2 })).toBe('Foxglove, $12.00 / 2 weeks')
    expect(subscriptionItem({ ...subscription, merchantName: null, planName: null })).toMatchObject({
      title: 'Subscription created: Unknown Plan',
      description: 'Unknown Merchant, $29.00 / month',
    })
  })
})

describe('a redemption surge (spec §9)', () => {
  const hour = new Date('2026-03-10T12:00:00Z')
  const counts = (...list: number[]) =>
    list.map((count, index) => ({ merchantId: `mer_${index}`, name: index === 0 ? 'Foxglove' : null, count }))

  it('§3 §9 needs more than 50 in the last hour', () => {
    expect(surgeItem({ now, hour, perMerchant: counts(50) })).toBeNull()
    expect(surgeItem({ now, hour, perMerchant: counts(30, 21) })).toMatchObject({
      type: 'redemption_surge',
      title: '51 redemptions in the last hour',
      merchantId: 'mer_0',
      description: '30 of them at Foxglove',
    })
    expect(surgeItem({ now, hour, perMerchant: counts(2_876) })?.title).toBe('2,876 redemptions in the last hour')
    expect(surgeItem({ now, hour, perMerchant: counts(26, 26, 0) })).toMatchObject({
      description: 'Across 2 merchants',
    })
  })

  it('§G30 keeps one id per hour', () => {
    const ids = ['2026-03-10T12:30:00Z', '2026-03-10T12:59:00Z'].map(
      (at) => surgeItem({ now: new Date(at), hour, perMerchant: counts(60) })?.id,
    )
    expect(new Set(ids).size).toBe(1)
  })
})

describe('the merged feed', () => {
  const items = [1, 3, 2].map((minutes) =>
    merchantItem({ ...merchant, id: `mer_${minutes}`, createdAt: new Date(minutes * 60_000) }),
  )

  it('is newest first and cut to the limit', () => {
    expect(mergeActivity(items, { limit: 2 }).map(({ merchantId }) => merchantId)).toEqual(['mer_3', 'mer_2'])
  })

  it('§9 sorts administrators’ actions by time, like all others', () => {
    const invited = auditItem({ ...audit, action: 'invite_user', occurredAt: new Date(4 * 60_000) })
    const exported = auditItem({ ...audit, id: 'aud_2', action: 'export_users', occurredAt: new Date(90_000) })
    const ids = (limit: number) => mergeActivity([exported, ...items, invited], { limit }).map(({ id }) => id)
    expect(ids(3)).toEqual(['audit:aud_1', 'merchant:mer_3', 'merchant:mer_2'])
    expect(ids(10)).toEqual(['audit:aud_1', 'merchant:mer_3', 'merchant:mer_2', 'audit:aud_2', 'merchant:mer_1'])
  })

  it('§G30 keeps every application of the partner pages', () => {
    const signup = (id: string) => signupItem({ id, businessName: 'Harbour', isWaiting: true, createdAt: now })
    const sent = auditItem({ ...audit, action: 'request_approval' })
    expect(mergeActivity([signup('sgn_1'), signup('sgn_2'), sent], { limit: 10 })).toHaveLength(3)
    expect(signup('sgn_1')).toMatchObject({
      title: 'Harbour submitted an application',
      description: 'Partner application. Waiting for review.',
    })
  })

  it('shows an application once, with its sender and time', () => {
    const applied = merchantItem({ ...merchant, status: 'pending_review' })
    const sent = auditItem({ ...audit, action: 'request_approval' })
    expect(mergeActivity([applied, sent], { limit: 10 })).toEqual([sent])
    expect(mergeActivity([applied], { limit: 10 })).toEqual([applied])
  })

  it('can show one type only', () => {
    expect(mergeActivity([...items, auditItem(audit)], { limit: 10, type: 'merchant_approved' })).toHaveLength(1)
  })

  it('produces every type of the contract but none of its own', () => {
    const hour = now
    const made = [
      merchantItem(merchant),
      merchantItem({ ...merchant, needsReview: true }),
      ...['approve_merchant', 'create_plan', 'generate_payout', 'grant_admin'].map((action) =>
        auditItem({ ...audit, action }),
      ),
      subscriptionItem(subscription),
      subscriptionItem({ ...subscription, isFirstOfUser: true }),
      subscriptionItem({ ...subscription, status: 'canceled' }),
      surgeItem({ now, hour, perMerchant: [{ merchantId: 'mer_1', name: null, count: 51 }] }),
    ].map((item) => item?.type)
    expect(new Set(made)).toEqual(new Set<string | undefined>(activityTypes))
  })

  it('goes back seven days', () => {
    expect(activitySince(now).toISOString()).toBe('2026-03-03T12:30:00.000Z')
  })
})

describe('a failing source', () => {
  it('is recognized by the word permission', () => {
    expect(mentionsPermission('Missing or insufficient permissions.')).toBe(true)
    expect(mentionsPermission('connection refused')).toBe(false)
  })
})
