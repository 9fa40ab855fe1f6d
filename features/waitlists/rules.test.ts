import { describe, expect, it } from 'vitest'
import { suggestSlug } from '@quaff/platform/shared/slug'
import { createWaitlistInput, waitlistLimits } from './contract'
import { entryActions, shownStatuses } from './entries-contract'
import { countsAsFriend, decideChange, invitationEnd, isExpired, refusalOf, shownStatus } from './rules'

it.each(['Early guests in Zürich', '  --A&B--  ', 'Long name that does not fit into the forty'])(
  'takes the address that is suggested for %j',
  (name) => {
    expect(createWaitlistInput.shape.slug.safeParse(suggestSlug(name, waitlistLimits.slug)).success).toBe(true)
  },
)

it.each(['a', '-ab', 'ab-', 'a--b', 'a b', 'ab/c', 'é-ab', 'x'.repeat(41)])('refuses the address %j', (slug) => {
  expect(createWaitlistInput.shape.slug.safeParse(slug).success).toBe(false)
})

const now = new Date('2026-03-29T00:30:00Z')
const at = (offsetMs: number) => new Date(now.getTime() + offsetMs)

describe('an invitation', () => {
  it('holds until the instant before its expiry', () => {
    expect(isExpired({ status: 'invited', invitationExpiresAt: at(1) }, now)).toBe(false)
    expect(isExpired({ status: 'invited', invitationExpiresAt: at(0) }, now)).toBe(true)
    expect(shownStatus({ status: 'invited', invitationExpiresAt: at(-1) }, now)).toBe('expired')
  })

  it('that was accepted never expires', () => {
    expect(shownStatus({ status: 'joined', invitationExpiresAt: at(-1) }, now)).toBe('joined')
  })

  it('is as long over a change of clocks as over any other night', () => {
    // Between the two, clocks in Europe and America changed.
    for (const start of ['2026-03-28T12:00:00Z', '2026-10-31T12:00:00Z', '2026-06-01T12:00:00Z'])
      expect(invitationEnd(new Date(start), 2).getTime() - Date.parse(start)).toBe(48 * 3_600_000)
  })
})

it('allows each action from these states only', () => {
  const allowed = Object.fromEntries(
    entryActions.map((action) => [action, shownStatuses.filter((shown) => decideChange(action, shown).ok)]),
  )
  expect(allowed).toEqual({
    invite: ['waiting', 'shortlisted', 'expired'],
    resend: ['invited'],
    rescind: ['invited', 'expired'],
    shortlist: ['waiting'],
    unshortlist: ['shortlisted'],
    remove: ['waiting', 'shortlisted', 'invited', 'expired'],
    restore: ['removed'],
  })
})

it('gives every refused action a sentence and no allowed one', () => {
  for (const action of entryActions)
    for (const shown of shownStatuses)
      expect(typeof refusalOf(action, shown)).toBe(decideChange(action, shown).ok ? 'object' : 'string')
  expect(refusalOf('invite', 'invited')).toBe('This person is already invited.')
  expect(refusalOf('shortlist', 'shortlisted')).toBe('This person is already shortlisted.')
  expect(refusalOf('unshortlist', 'waiting')).toBe('This person isn’t shortlisted.')
  expect(refusalOf('restore', 'waiting')).toBe('This person wasn’t removed.')
  expect(refusalOf('rescind', 'joined')).toBe('This person has joined.')
})

const referrer = { email: 'ana@example.test', status: 'waiting' } as const

it('counts a friend, and no one as their own', () => {
  expect(countsAsFriend('ben@example.test', referrer)).toBe(true)
  expect(countsAsFriend('ana@other.test', referrer)).toBe(true)
  expect(countsAsFriend('ana@example.test', referrer)).toBe(false)
  expect(countsAsFriend('ana+second@example.test', referrer)).toBe(false)
  expect(countsAsFriend('ana@example.test', { ...referrer, email: 'ana+first@example.test' })).toBe(false)
})

it('counts for anyone who was shortlisted, invited or joined, but for no one who was removed', () => {
  for (const status of ['shortlisted', 'invited', 'joined'] as const)
    expect(countsAsFriend('ben@example.test', { ...referrer, status })).toBe(true)
  expect(countsAsFriend('ben@example.test', { ...referrer, status: 'removed' })).toBe(false)
})
