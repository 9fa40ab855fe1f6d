import { describe, expect, it } from 'vitest'
import { merchantStatuses } from './contract'
import { byCurrency, isPending, logoOf, maskedTaxId, matchesStatus, merchantTab, type MerchantState } from './rules'

const state = (details: Partial<MerchantState> = {}): MerchantState => ({
  status: 'active',
  needsReview: false,
  isLive: true,
  applicationStatus: 'approved',
  ...details,
})

describe('the tab of a merchant', () => {
  it.each([
    [state(), 'live'],
    [state({ isLive: false }), 'other'],
    [state({ needsReview: true }), 'review'],
    [state({ status: 'pending_review' }), 'review'],
    [state({ status: 'pending_review', isLive: false, needsReview: true }), 'review'],
    [state({ status: 'pending', isLive: false }), 'setup'],
    [state({ status: 'pending', isLive: true, applicationStatus: 'pending_setup' }), 'setup'],
    [state({ status: 'pending', needsReview: true }), 'review'],
    [state({ applicationStatus: 'pending_setup' }), 'live'],
    [state({ isLive: false, applicationStatus: 'pending_setup' }), 'setup'],
    [state({ status: 'suspended' }), 'other'],
    [state({ status: 'rejected', applicationStatus: 'rejected' }), 'other'],
    [state({ status: 'archived', isLive: false, applicationStatus: null }), 'other'],
    [state({ status: 'something imported', applicationStatus: null }), 'other'],
  ] as const)('%o is %s', (merchant, tab) => {
    expect(merchantTab(merchant)).toBe(tab)
  })
})

describe('the status filter', () => {
  it('§4 "pending_review" selects merchants whose needsReview flag is true', () => {
    expect(matchesStatus(state({ needsReview: true }), 'pending_review')).toBe(true)
    expect(matchesStatus(state({ status: 'pending_review' }), 'pending_review')).toBe(false)
  })

  it('§4 "pending" means the review tab and those being set up by status', () => {
    expect(matchesStatus(state({ status: 'pending_review' }), 'pending')).toBe(true)
    expect(matchesStatus(state({ needsReview: true }), 'pending')).toBe(true)
    expect(matchesStatus(state({ status: 'pending' }), 'pending')).toBe(true)
    expect(isPending(state({ isLive: false, applicationStatus: 'pending_setup' }))).toBe(false)
    expect(isPending(state())).toBe(false)
  })

  it('compares any other status', () => {
    for (const status of merchantStatuses.filter((one) => !one.startsWith('pending'))) {
      expect(matchesStatus(state({ status }), status)).toBe(true)
      expect(matchesStatus(state({ status: 'else' }), status)).toBe(false)
    }
  })
})

it('§3 takes the logo from branding.logoUrl, then branding.logoMarkUrl, then logoUrl', () => {
  const all = { brandingLogoUrl: 'a', brandingLogoMarkUrl: 'b', logoUrl: 'c' }
  expect(logoOf(all)).toBe('a')
  expect(logoOf({ ...all, brandingLogoUrl: null })).toBe('b')
  expect(logoOf({ ...all, brandingLogoUrl: '', brandingLogoMarkUrl: '' })).toBe('c')
  expect(logoOf({ brandingLogoUrl: null, brandingLogoMarkUrl: null, logoUrl: '' })).toBeNull()
})

it('puts usd first and the other currencies in order', () => {
  const currencies = (...names: string[]) =>
    byCurrency(names.map((currency) => ({ currency }))).map((total) => total.currency)
  expect(currencies('gbp', 'eur', 'usd', 'aud')).toEqual(['usd', 'aud', 'eur', 'gbp'])
  expect(currencies()).toEqual([])
})

it('shows the last four of a tax id, and none of a short one', () => {
  expect(maskedTaxId('12-3456789')).toBe('•••• 6789')
  expect(maskedTaxId('12345678')).toBe('•••• 5678')
  for (const short of ['1', '1234', '1234567']) expect(maskedTaxId(short)).toBe('••••')
  for (const none of [null, '']) expect(maskedTaxId(none)).toBeNull()
})
