import { describe, expect, it } from 'vitest'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { buildingFields, formSlugSchema, siteSchema } from './contract'
import { applicationOf, approvalObstacle, parseSites, removalRefusal, type SubmittingAccount } from './rules'
import { buildField } from './testing/field-factory'

describe('the slug of a form', () => {
  it.each(['cafes-2027', 'a', 'a'.repeat(60), '', '-a', 'a-', 'A b', 'ä', 'a'.repeat(61)])(
    'has the same result as on the server: %s',
    (slug) =>
      expect(errorOf(buildingFields.slug, slug) === null).toBe(
        formSlugSchema.safeParse(slug).success && slug === slug.toLowerCase(),
      ),
  )
})

describe('the sites that may embed a form', () => {
  it('are origins, one per line, without duplicates', () => {
    expect(parseSites('https://Cafe.test/menu?x=1\n\nhttps://cafe.test  https://b.test:8443\n')).toEqual({
      sites: ['https://cafe.test', 'https://b.test:8443'],
      error: null,
    })
  })

  it.each(['http://a.test', 'a.test', 'javascript:alert(1)', 'https://a.test@b.test', 'https://*.a.test'])(
    'are refused like on the server: %s',
    (site) => {
      expect(parseSites(site).error).toContain(site)
      expect(siteSchema.safeParse(site).success).toBe(false)
    },
  )

  it('are at most twenty', () => {
    const many = Array.from({ length: 21 }, (_, at) => `https://s${at}.test`).join('\n')
    expect(parseSites(many).error).toBe('Enter up to 20 sites')
  })
})

it('keeps a form with submissions', () => {
  expect(removalRefusal({ submitted: 0 })).toBeNull()
  expect(removalRefusal({ submitted: 1 })).toBe('It has submissions. Close it instead.')
})

const customer: SubmittingAccount = { status: 'active', role: 'customer', hasApplication: false, erasedAt: null }

describe('approving a submission', () => {
  it.each([
    ['an unknown address', null],
    ['a customer', customer],
    ['someone who registered', { ...customer, status: 'pending_approval' }],
    ['someone who registered with a venue', { ...customer, status: 'pending_approval', hasApplication: true }],
  ] as const)('is possible for %s', (_, account) => expect(approvalObstacle(account)).toBeNull())

  it.each([
    ['who works here', { role: 'merchant_viewer' }, 'belongs to a console user'],
    ['who administers', { role: 'quaff_admin' }, 'belongs to a console user'],
    ['who was invited', { role: 'merchant_owner', status: 'pending' }, 'already invited'],
    ['who was rejected', { status: 'rejected' }, 'was rejected earlier'],
    ['who is suspended', { status: 'suspended' }, 'is suspended'],
    ['who has an application', { hasApplication: true }, 'already has an application'],
  ] as const)('is not possible for someone %s', (_, details, words) =>
    expect(approvalObstacle({ ...customer, ...details })).toContain(words),
  )
})

describe('the application of an approved merchant', () => {
  const fields = [
    buildField({ id: 'web', kind: 'website' }),
    buildField({ id: 'where', kind: 'address' }),
    buildField({ id: 'type', kind: 'dropdown', options: ['Coffee shop', 'Club'] }),
  ]
  const answers = [
    { fieldId: 'web', value: 'https://venue.test' },
    { fieldId: 'where', value: '1 High Street\nSpringfield' },
    { fieldId: 'type', value: 'Coffee shop' },
  ]

  it('§0023 is prefilled with the answers', () => {
    expect(applicationOf({ fields, answers }, null)).toEqual({
      website: 'https://venue.test',
      address: { line1: '1 High Street, Springfield' },
      businessType: 'coffee_shop',
    })
  })

  it('§0023 has the category of the form, if it has one', () => {
    expect(applicationOf({ fields, answers }, 'bar')).toMatchObject({ businessType: 'bar' })
  })

  it('§0023 skips values that the onboarding could not read', () => {
    const odd = [
      { fieldId: 'web', value: 'https://' },
      { fieldId: 'where', value: 'x'.repeat(300) },
      { fieldId: 'type', value: 'Club' },
    ]
    expect(applicationOf({ fields, answers: odd }, null)).toEqual({ address: { line1: 'x'.repeat(120) } })
    expect(applicationOf({ fields, answers: [] }, 'unknown')).toEqual({})
  })
})
