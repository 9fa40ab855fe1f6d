import { describe, expect, it } from 'vitest'
import { setupSteps } from '@quaff/features/onboarding/contract'
import { stepOfItem, stepsDone } from '@quaff/features/onboarding/rules'
import {
  checklist,
  completeness,
  listedSteps,
  missingOf,
  missingSteps,
  missingText,
  type CompletenessDetails,
} from './completeness-rules'
import { completenessSteps } from './contract'

const complete: CompletenessDetails = {
  name: 'Bean',
  businessType: 'bakery',
  contactEmail: 'a@b.test',
  address: { line1: '1 High Street', city: 'Oslo' },
  taxId: '1',
  bankVerifiedAt: new Date(0),
  locations: 1,
  activePlans: 1,
  brandingLogoUrl: null,
  brandingLogoMarkUrl: null,
  logoUrl: null,
}
const nothing: CompletenessDetails = {
  ...complete,
  name: '',
  businessType: null,
  contactEmail: null,
  address: {},
  taxId: null,
  bankVerifiedAt: null,
  locations: 0,
  activePlans: 0,
}

describe('completeness', () => {
  it.each([
    ['category', { businessType: null }],
    ['taxId', { taxId: null }],
    ['branding', {}],
  ] as const)('is 100 without %s, which may wait', (step, missing) => {
    const details = { ...complete, ...missing }
    expect(completeness(details)).toBe(100)
    expect(checklist(details).find((entry) => entry.step === step)).toEqual({ step, done: false, required: false })
    expect(missingOf(checklist(details))).toEqual([])
    expect(missingSteps(details)).toEqual([])
  })

  it.each([
    ['profile', { name: '' }],
    ['contact', { contactEmail: null }],
    ['address', { address: { line1: '1 High Street' } }],
    ['locations', { locations: 0 }],
    ['plans', { activePlans: 0 }],
    ['bank', { bankVerifiedAt: null }],
  ] as const)('falls when %s is missing', (step, missing) => {
    const details = { ...complete, ...missing }
    expect(completeness(details)).toBe(83)
    expect(missingOf(checklist(details))).toEqual([step])
    expect(missingSteps(details)).toEqual([step])
  })

  it('is the same for the owner and for anyone who reviews, whatever is there', () => {
    const keys = [
      'name',
      'businessType',
      'contactEmail',
      'address',
      'taxId',
      'bankVerifiedAt',
      'locations',
      'activePlans',
    ]
    for (let bits = 0; bits < 2 ** keys.length; bits++) {
      const there = Object.fromEntries(Object.entries(complete).filter(([key]) => bits & (1 << keys.indexOf(key))))
      const details = { ...nothing, ...there }
      const done = stepsDone({ ...details, status: 'pending', applicationStatus: 'pending_setup' })
      const open = setupSteps.filter((step) => step !== 'live' && !done.has(step))
      const missing = new Set(missingOf(checklist(details)).map((item) => stepOfItem[item]))
      expect(open).toEqual(setupSteps.filter((step) => missing.has(step)))
      expect(completeness(details) === 100).toBe(open.length === 0)
    }
  })

  it('names what is missing in a sentence', () => {
    expect(listedSteps(['bank'])).toBe('Bank details')
    expect(missingText(['plans'])).toBe('One step is missing: A plan with an active price.')
    expect(missingText(['locations', 'plans', 'bank'])).toBe(
      '3 steps are missing: At least one location, a plan with an active price, and bank details.',
    )
    expect(new Set(completenessSteps.map((step) => listedSteps([step]))).size).toBe(completenessSteps.length)
  })
})
