import { expect, it } from 'vitest'
import { countsAsFriend } from './join-rules'

const referrer = { email: 'ana@example.test', status: 'waiting' } as const

it('counts a friend, and nobody as their own', () => {
  expect(countsAsFriend('ben@example.test', referrer)).toBe(true)
  expect(countsAsFriend('ana@other.test', referrer)).toBe(true)
  expect(countsAsFriend('ana@example.test', referrer)).toBe(false)
  expect(countsAsFriend('ana+second@example.test', referrer)).toBe(false)
  expect(countsAsFriend('ana@example.test', { ...referrer, email: 'ana+first@example.test' })).toBe(false)
})

it('counts for whoever was shortlisted, invited or joined, but for nobody who was removed', () => {
  for (const status of ['shortlisted', 'invited', 'joined'] as const)
    expect(countsAsFriend('ben@example.test', { ...referrer, status })).toBe(true)
  expect(countsAsFriend('ben@example.test', { ...referrer, status: 'removed' })).toBe(false)
})
