import { describe, expect, it } from 'vitest'
import { isEmail } from '@quaff/platform/shared/email-address'
import { businessFields, submitSignupInput } from '../contract'
import { applicationOf, newDraft, readDraft, type ApplicationDraft } from './application-draft'
import { businessErrors, counterErrors } from './step-form'

const key = '00000000-0000-4000-8000-000000000001'
const filled = (changes: Partial<ApplicationDraft['answers']> = {}): ApplicationDraft => ({
  ...newDraft('signup', key),
  email: 'ana@halfmoon.test',
  acceptsTerms: true,
  answers: {
    ...newDraft('signup', key).answers,
    name: 'Half Moon Café',
    contactName: 'Ana Paz',
    line1: 'Canal Street 4',
    city: 'Kiel',
    phone: '+49 431 1',
    ...changes,
  },
})
const parsed = (draft: ApplicationDraft) =>
  submitSignupInput.safeParse({
    ...applicationOf(draft),
    proof: 'p'.repeat(40),
    startToken: 'start',
    acceptsTerms: draft.acceptsTerms,
  })
const errorsOf = (draft: ApplicationDraft) => [...businessErrors(draft.answers), ...counterErrors(draft, {})]

describe('the kept draft', () => {
  it('comes back as it was', () => {
    const draft = {
      ...filled(),
      step: 'counter' as const,
      isSent: true,
      affiliateCode: 'TABLE12',
      keyEmail: 'a@b.test',
    }
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  it.each([null, undefined, 'text', 7, [], {}, { requestKey: 'x' }])('is none where %j is kept', (stored) => {
    expect(readDraft(stored)).toBeNull()
  })

  it('of another version is taken field by field', () => {
    const draft = readDraft({
      requestKey: key,
      kind: 'admin',
      step: 9,
      affiliateCode: '<b>',
      acceptsTerms: 'yes',
      answers: { name: 'Half Moon', city: 5, businessType: 'circus', firstPass: 'hourly', role: 'quaff_admin' },
    })
    const blank = newDraft('signup', key)
    expect(draft).toEqual({ ...blank, answers: { ...blank.answers, name: 'Half Moon' } })
  })
})

describe('an application', () => {
  it('that this page finds no fault with is one that the server takes', () => {
    for (const draft of [filled(), filled({ website: 'halfmoon.test/menu', description: 'Tea\nCoffee' })]) {
      expect(errorsOf(draft)).toEqual([])
      expect(parsed(draft).error).toBeUndefined()
    }
  })

  it.each([
    ['name', ''],
    ['name', '\u200B\u2060'],
    ['name', 'x'.repeat(121)],
    ['contactName', ' '],
    ['description', 'x'.repeat(businessFields.description.max + 1)],
    ['phone', ''],
    ['phone', '1'.repeat(33)],
    ['website', 'javascript:alert(1)'],
    ['website', 'http://halfmoon.test'],
    ['website', 'a b'],
    ['postalCode', 'x'.repeat(121)],
  ] as const)('whose %s is %j is refused by both', (name, value) => {
    const draft = filled({ [name]: value })
    expect(errorsOf(draft).map(({ field }) => field)).toEqual([name])
    expect(parsed(draft).success).toBe(false)
  })

  it('needs a place and the terms', () => {
    const draft = { ...filled({ line1: '', city: '' }), acceptsTerms: false }
    expect(counterErrors(draft, {}).map(({ field }) => field)).toEqual(['line1', 'city', 'acceptsTerms'])
  })

  it('leaves out address lines that say nothing', () => {
    expect(applicationOf(filled({ region: ' ' })).business.address).toEqual({ line1: 'Canal Street 4', city: 'Kiel' })
  })
})

describe('an address', () => {
  it.each(['ana@halfmoon.test', ' ANA@HALFMOON.TEST ', "o'hara+x@a-b.co", 'ana@münchen.de'])('is %s', (typed) =>
    expect(isEmail(typed)).toBe(true),
  )
  it.each(['', 'ana', 'ana@', 'ana@x', '.ana@x.test', 'a..b@x.test', 'ána@x.test', `${'x'.repeat(250)}@a.test`])(
    'is not %s',
    (typed) => expect(isEmail(typed)).toBe(false),
  )
})
