import { describe, expect, it } from 'vitest'
import { errorsOf, siteAddress } from '@quaff/platform/shared/fields/form-fields'
import { businessFields } from '../contract'
import { buildOnboardingState } from '../testing/onboarding-factory'
import { businessInputOf, draftOf, toFormValues } from './business-values'
import { newerDraft } from './use-business-form'

const saved = toFormValues(buildOnboardingState().business)
const complete = { ...saved, line1: '1 Mill Lane', city: 'Leeds' }

describe('the Business Profile form', () => {
  it('insists on name, email, street and city', () => {
    const empty = { ...saved, name: ' ', contactEmail: '', line1: '', city: '' }
    expect(Object.keys(errorsOf(businessFields, empty))).toEqual(['name', 'contactEmail', 'line1', 'city'])
    expect(errorsOf(businessFields, complete)).toEqual({})
  })

  it.each([
    ['tide-bean.com', 'https://tide-bean.com', true],
    ['http://tide-bean.com', 'http://tide-bean.com', false],
    ['javascript:alert(1)', 'javascript:alert(1)', false],
    ['', '', true],
  ])('takes the website %j as %j', (typed, expected, isFine) => {
    expect(siteAddress(typed)).toBe(expected)
    expect(errorsOf(businessFields, { ...complete, website: typed }).website === undefined).toBe(isFine)
  })

  it('keeps in the draft only what differs, and never the tax id', () => {
    expect(draftOf({ ...saved, name: 'Foxglove', taxId: '12-3456789' }, saved)).toEqual({ name: 'Foxglove' })
  })

  it('sends no tax id when none was typed, and leaves an imported category alone', () => {
    expect(businessInputOf(complete)).not.toHaveProperty('taxId')
    expect(businessInputOf({ ...complete, businessType: 'food truck' })).not.toHaveProperty('businessType')
    expect(businessInputOf({ ...complete, businessType: '' })).toMatchObject({ businessType: null })
  })

  it('restores the newer of two drafts', () => {
    const one = { values: { name: 'One' }, savedAt: new Date('2026-03-10T12:00:00Z') }
    const two = { values: { name: 'Two' }, savedAt: new Date('2026-03-10T12:05:00Z') }
    expect(newerDraft(one, two)).toBe(two)
    expect(newerDraft(two, one)).toBe(two)
    expect(newerDraft(null, one)).toBe(one)
    expect(newerDraft(null, null)).toBeNull()
  })
})
