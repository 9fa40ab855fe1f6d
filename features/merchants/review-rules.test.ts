import { describe, expect, it } from 'vitest'
import { reviewReasons } from './contract'
import { byPriority, reviewPriority, reviewWeights, type ReviewDetails } from './review-rules'

const now = new Date('2026-03-10T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const details = (change: Partial<ReviewDetails> = {}): ReviewDetails => ({
  id: 'mer_1',
  waitingSince: now,
  completeness: 86,
  cameBack: false,
  wishesToBeLive: false,
  isLiveNow: false,
  ...change,
})

describe('the priority of a merchant in review', () => {
  it.each([
    [{}, 0, ['incomplete']],
    [{ completeness: 100 }, 50, ['complete']],
    [{ waitingSince: daysAgo(3) }, 30, ['incomplete', 'waiting']],
    [{ waitingSince: daysAgo(0.99) }, 0, ['incomplete']],
    [{ cameBack: true }, 30, ['incomplete', 'changes_made']],
    [{ wishesToBeLive: true }, 20, ['incomplete', 'hopes_to_be_live']],
    [{ isLiveNow: true, wishesToBeLive: true }, 60, ['live_now', 'incomplete']],
    [
      { isLiveNow: true, completeness: 100, cameBack: true, waitingSince: daysAgo(2) },
      160,
      ['live_now', 'complete', 'changes_made', 'waiting'],
    ],
  ] as const)('%o weighs %i, because %j', (change, priority, reasons) => {
    expect(reviewPriority(details(change), now)).toMatchObject({ priority, reasons })
  })

  it('is the sum of its reasons, so that the screen can explain it', () => {
    const { priority, reasons, daysWaiting } = reviewPriority(
      details({ waitingSince: daysAgo(4), completeness: 100 }),
      now,
    )
    expect(daysWaiting).toBe(4)
    const sum = reasons.reduce((total, one) => total + reviewWeights[one] * (one === 'waiting' ? daysWaiting : 1), 0)
    expect(priority).toBe(sum)
    expect(Object.keys(reviewWeights).sort()).toEqual([...reviewReasons].sort())
  })

  it('counts no day for a clock that runs behind', () => {
    expect(reviewPriority(details({ waitingSince: daysAgo(-2) }), now)).toMatchObject({ daysWaiting: 0, priority: 0 })
  })
})

it('puts the most urgent first, and of equals who has waited longest', () => {
  const item = (id: string, priority: number, days: number) => ({ id, priority, waitingSince: daysAgo(days) })
  const sorted = [item('c', 10, 1), item('b', 10, 1), item('a', 10, 2), item('d', 90, 0)].sort(byPriority)
  expect(sorted.map((one) => one.id)).toEqual(['d', 'a', 'b', 'c'])
})
