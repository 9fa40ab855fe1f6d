import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationStatuses, merchantStatuses, type CompletenessStep } from '@quaff/features/merchants/contract'
import { onboardingPhases, setupSteps, type SetupStep } from './contract'
import {
  decideApprovalRequest,
  editableIn,
  missingSteps,
  phaseOf,
  referenceOf,
  stepsDone,
  stepViews,
  typedReference,
  type SetupDetails,
} from './rules'

const details: SetupDetails = {
  name: 'Foxglove',
  contactEmail: 'hello@foxglove.test',
  address: { line1: '1 Mill Lane', city: 'Leeds' },
  status: 'pending',
  applicationStatus: 'pending_setup',
  bankVerifiedAt: null,
  locations: 0,
  activePlans: 0,
}
const bank = new Date('2026-03-10T12:00:00Z')
const everything: SetupStep[] = ['profile', 'locations', 'plans', 'banking']
const states = (phase: (typeof onboardingPhases)[number], done: SetupStep[], requested: CompletenessStep[] = []) =>
  stepViews({ phase, done: new Set(done), requested }).map(({ state }) => state)

describe('the phase of a venue', () => {
  it.each([
    ['an application without a merchant', null, 'pending_setup'],
    ['a merchant being set up', ['pending', 'pending_setup'], 'pending_setup'],
    ['one that was asked for changes', ['pending_review', 'changes_requested'], 'changes_requested'],
    ['one asked for changes that is pending again', ['pending', 'changes_requested'], 'changes_requested'],
    ['one that waits for review', ['pending_review', 'submitted'], 'submitted'],
    ['one that an administrator made', ['pending_review', null], 'submitted'],
    ['an invited owner’s existing one that is still pending', ['pending', null], 'pending_setup'],
    ['an approved one', ['active', 'approved'], 'approved'],
    ['a declined one', ['rejected', 'rejected'], 'rejected'],
    ['a suspended one, approved before', ['suspended', 'approved'], 'suspended'],
    ['an archived one', ['archived', 'submitted'], 'archived'],
  ] as const)('knows %s', (_, venue, expected) => {
    expect(phaseOf(venue && { status: venue[0], applicationStatus: venue[1] })).toBe(expected)
  })

  it('has a name for every pair of states, known or not', () => {
    const status = fc.oneof(fc.constantFrom(...merchantStatuses), fc.string())
    const applicationStatus = fc.oneof(fc.constantFrom(...applicationStatuses), fc.string(), fc.constant(null))
    fc.assert(
      fc.property(status, applicationStatus, (one, other) => {
        expect(onboardingPhases).toContain(phaseOf({ status: one, applicationStatus: other }))
      }),
    )
  })
})

describe('the five steps (spec §2)', () => {
  it.each([
    ['nothing before there is a merchant', null, []],
    ['the profile alone', {}, ['profile']],
    ['no profile without an address', { address: { line1: '1 Mill Lane' } }, []],
    ['no profile without an e-mail address', { contactEmail: null }, []],
    ['all four', { locations: 1, activePlans: 2, bankVerifiedAt: bank }, everything],
    ['going live by the approval', { status: 'active', applicationStatus: 'approved' }, ['profile', 'live']],
  ] as const)('§2.8 know what is done: %s', (_, changes, expected) => {
    expect([...stepsDone(changes && { ...details, ...changes })]).toEqual(expected)
  })

  it.each([
    ['only the profile is open at first', states('pending_setup', []), ['you', 'locked', 'locked', 'locked', 'locked']],
    [
      'locations, plans and bank open with it',
      states('pending_setup', ['profile']),
      ['done', 'you', 'you', 'you', 'locked'],
    ],
    ['going live opens with the last', states('pending_setup', everything), ['done', 'done', 'done', 'done', 'you']],
    ['it waits for us once asked', states('submitted', everything), ['done', 'done', 'done', 'done', 'waiting']],
    [
      'what a reviewer asked for is open again',
      states('changes_requested', everything, ['taxId', 'bank']),
      ['you', 'done', 'done', 'you', 'you'],
    ],
    [
      'branding asked for opens no step',
      states('changes_requested', everything, ['branding']),
      ['done', 'done', 'done', 'done', 'you'],
    ],
    ['everything is done once approved', states('approved', everything), ['done', 'done', 'done', 'done', 'done']],
    ['nothing opens once declined', states('rejected', ['profile']), ['done', 'locked', 'locked', 'locked', 'locked']],
    ['nor once archived', states('archived', ['profile']), ['done', 'locked', 'locked', 'locked', 'locked']],
    ['suspended, the rest may be completed', states('suspended', ['profile']), ['done', 'you', 'you', 'you', 'locked']],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  it('a locked step always says why', () => {
    const subsets = fc.subarray([...setupSteps])
    fc.assert(
      fc.property(fc.constantFrom(...onboardingPhases), subsets, (phase, done) => {
        for (const { state, reason } of stepViews({ phase, done: new Set(done), requested: [] }))
          if (state === 'locked' || state === 'waiting') expect(reason).not.toBeNull()
      }),
    )
  })
})

describe('requesting approval', () => {
  it('is refused before there is a merchant', () => {
    expect(decideApprovalRequest(null)).toMatchObject({ refusal: { reason: 'NO_PROFILE' } })
  })

  it('names the steps that are missing', () => {
    expect(decideApprovalRequest({ phase: 'pending_setup', done: new Set(['profile', 'plans']) })).toMatchObject({
      refusal: {
        reason: 'MISSING_STEPS',
        message: 'Complete “Add Locations” and “Configure Banking” first, then request approval.',
      },
    })
  })

  it.each(['pending_setup', 'changes_requested'] as const)('is possible when %s and all is done', (phase) => {
    expect(decideApprovalRequest({ phase, done: new Set(everything) })).toEqual({ ok: true, repeated: false })
  })

  it('counts once: a repeated request changes nothing', () => {
    expect(decideApprovalRequest({ phase: 'submitted', done: new Set() })).toEqual({ ok: true, repeated: true })
  })

  it.each(['approved', 'rejected', 'suspended', 'archived'] as const)('is refused when %s', (phase) => {
    expect(decideApprovalRequest({ phase, done: new Set(everything) })).toMatchObject({
      refusal: { reason: 'NOT_IN_SETUP' },
    })
  })

  it('misses exactly the steps that are not done', () => {
    fc.assert(
      fc.property(fc.subarray(everything), (done) => {
        expect([...missingSteps(new Set(done)), ...done].toSorted()).toEqual(everything.toSorted())
      }),
    )
  })
})

describe('what may be changed', () => {
  it.each(['rejected', 'archived'] as const)('nothing when %s', (phase) => {
    expect(editableIn(phase, true)).toEqual([])
  })
  it('only the profile before there is a merchant', () => {
    expect(editableIn('pending_setup', false)).toEqual(['business'])
  })
  it.each(['submitted', 'changes_requested', 'approved', 'suspended'] as const)('all of it when %s', (phase) => {
    expect(editableIn(phase, true)).toHaveLength(6)
  })
})

describe('the reference', () => {
  it('is short and made of the id alone', () => {
    expect(referenceOf('app_01jq0000007k2m9qxd')).toBe('7K2M-9QXD')
    expect(referenceOf('app_1')).toBe('0000-APP1')
  })
})

it.each(['7K2M-9QXD', '7k2m9qxd', ' #7K2M 9QXD '])('a reference is read however it is typed: %j', (typed) =>
  expect(typedReference(typed)).toBe('7k2m9qxd'),
)
it.each(['', '7K2M', '7K2M-9QXD-1', 'ana@venue.test', '7K2M_9QXD', '%%%%%%%%'])('%j is no reference', (typed) =>
  expect(typedReference(typed)).toBeNull(),
)
