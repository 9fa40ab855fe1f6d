import { expect, it } from 'vitest'
import { byWaiting, reviewReasonsOf, type ReviewDetails } from './review-rules'

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const details = (change: Partial<ReviewDetails> = {}): ReviewDetails => ({
  waitingSince: now,
  completeness: 86,
  cameBack: false,
  wishesToBeLive: false,
  isLiveNow: false,
  ...change,
})

it.each([
  [{}, ['incomplete']],
  [{ completeness: 100 }, ['complete']],
  [{ waitingSince: daysAgo(3) }, ['incomplete', 'waiting']],
  [{ waitingSince: daysAgo(0.99) }, ['incomplete']],
  [{ cameBack: true }, ['incomplete', 'changes_made']],
  [{ wishesToBeLive: true }, ['incomplete', 'hopes_to_be_live']],
  [{ isLiveNow: true, wishesToBeLive: true }, ['live_now', 'incomplete']],
  [
    { isLiveNow: true, completeness: 100, cameBack: true, waitingSince: daysAgo(2) },
    ['live_now', 'complete', 'changes_made', 'waiting'],
  ],
] as const)('a reviewer of %o reads %j', (change, reasons) => {
  expect(reviewReasonsOf(details(change), now).reasons).toEqual(reasons)
})

it('counts full days, and none for a clock that runs behind', () => {
  expect(reviewReasonsOf(details({ waitingSince: daysAgo(4.9) }), now).daysWaiting).toBe(4)
  expect(reviewReasonsOf(details({ waitingSince: daysAgo(-2) }), now).daysWaiting).toBe(0)
})

it('puts first who has waited longest', () => {
  const item = (id: string, days: number) => ({ id, waitingSince: daysAgo(days) })
  const sorted = [item('c', 1), item('b', 1), item('a', 2), item('d', 0)].sort(byWaiting)
  expect(sorted.map((one) => one.id)).toEqual(['a', 'b', 'c', 'd'])
})
