import { expect, it } from 'vitest'
import { userActivityActions, userActivityDetails, type UserActivityDetails } from './user-activity-contract'
import { describeUserActivity } from './user-activity-rules'

const sentence = (action: string, details: UserActivityDetails = {}, byName: string | null = null) =>
  describeUserActivity({ action, details, byName })

it.each([
  ['sign_in', {}, 'Signed in'],
  [
    'sign_in',
    { method: 'email_link', secondFactor: 'recovery_code' },
    'Signed in with an email link and a recovery code',
  ],
  ['sign_in', { method: 'carrier_pigeon' }, 'Signed in'],
  ['sign_out', {}, 'Signed out'],
  ['sessions_ended', {}, 'Signed out of a device'],
  ['sessions_ended', { others: 1 }, 'Signed out of one other device'],
  ['reauthenticated', { method: 'code' }, 'Confirmed their identity with an email code'],
  ['account_registered', {}, 'Registered'],
  ['invited', {}, 'Invited'],
  ['role_changed', { role: 'merchant_owner' }, 'Role changed to merchant owner'],
  ['role_changed', {}, 'Role changed'],
  ['export', {}, 'Exported data'],
  ['export', { what: 'users', format: 'xlsx' }, 'Exported users as Excel'],
  ['export', { what: 'person', format: 'json' }, 'Exported all data of a user as JSON'],
  ['export', { what: 'payouts', selected: 0, filters: ['status'] }, 'Exported payouts, 0 selected'],
  ['export', { what: 'users', filters: ['createdFrom'] }, 'Exported users, filtered by created from'],
])('describes %s with %j as: %s', (action, details, expected) => {
  expect(sentence(action, details)).toBe(expected)
})

it('names the actor if it is another person', () => {
  expect(sentence('suspended', {}, 'Maya Lindqvist')).toBe('Suspended by Maya Lindqvist')
})

it('has a phrase for every action, without a full stop', () => {
  const words = userActivityActions.map((action) => sentence(action))
  expect(new Set(words).size).toBe(words.length)
  for (const one of words) expect(one).toMatch(/^[A-Z].*[^.]$/)
})

it.each([
  ['view_dashboard', 'View dashboard'],
  ['toString', 'ToString'],
  ['__', 'Unknown activity'],
])('shows the action %j of imported data as "%s"', (action, expected) => {
  expect(sentence(action)).toBe(expected)
})

it('removes unlisted fields and values of the wrong type', () => {
  const stored = { method: 'password', browser: 'abc', token: 'secret', filters: 'all', by: 7, role: 'x'.repeat(201) }
  expect(userActivityDetails.parse(stored)).toEqual({ method: 'password' })
})
