import { describe, expect, it } from 'vitest'
import { payoutStatuses, type PayoutStatus } from '../statement/contract'
import { payoutActions, type PayoutAction } from './contract'
import { canStart, carryOverLines, decideProgress, isCarriedIn, leadsTo, refusedProgress, waitingIdOf } from './rules'

/** Every state and action; what is not here is refused. */
const allowed: Record<PayoutStatus, PayoutAction[]> = {
  draft: ['addAdjustment', 'removeAdjustment', 'carryOver', 'approve', 'discard'],
  approved: ['reopen', 'markSent'],
  sent: ['confirm', 'fail'],
  confirmed: [],
  failed: ['approve'],
}
const cases = payoutStatuses.flatMap((status) =>
  payoutActions.map((action) => ({ status, action, isAllowed: allowed[status].includes(action) })),
)

describe('the states of a payout', () => {
  it.each(cases)('$status, $action: $isAllowed', ({ status, action, isAllowed }) => {
    expect(canStart(action, status)).toBe(isAllowed)
    const net = action === 'carryOver' ? -1 : 0
    const verdict = decideProgress(action, { status, net, version: 3 }, 3)
    expect(verdict).toEqual(isAllowed ? { ok: true } : { ok: false, reason: 'PAYOUT_STATE' })
  })

  it('lead on as agreed: sent once it was ordered, a draft as long as amounts change', () => {
    expect(leadsTo).toEqual({
      addAdjustment: 'draft',
      removeAdjustment: 'draft',
      carryOver: 'draft',
      reopen: 'draft',
      approve: 'approved',
      markSent: 'sent',
      confirm: 'confirmed',
      fail: 'failed',
    })
  })

  it('say what has to be true first', () => {
    for (const { status, action, isAllowed } of cases) {
      const text = refusedProgress(action, { status, net: action === 'carryOver' ? -1 : 0 })
      if (isAllowed) expect(text).toBeUndefined()
      else expect(text).toMatch(/^Only .+\.$/)
    }
    expect(refusedProgress('approve', { status: 'draft', net: -1 })).toContain('Carry it over')
    expect(refusedProgress('carryOver', { status: 'draft', net: 0 })).toBe('Only an amount below zero is carried over.')
  })
})

describe('a version that somebody else has moved on', () => {
  it.each(cases)('refuses $action of $status whatever the state', ({ status, action }) => {
    const facts = { status, net: 0, version: 3 }
    for (const version of [2, 4])
      expect(decideProgress(action, facts, version)).toEqual({ ok: false, reason: 'STALE_VERSION' })
  })
})

describe('an amount below zero', () => {
  const decide = (action: PayoutAction, net: number, status: PayoutStatus = 'draft') =>
    decideProgress(action, { status, net, version: 1 }, 1)

  it('is carried over, and not approved; 0 is approved, and not carried', () => {
    expect(decide('approve', -1)).toEqual({ ok: false, reason: 'PAYOUT_NEGATIVE' })
    expect(decide('approve', -1, 'failed')).toEqual({ ok: false, reason: 'PAYOUT_NEGATIVE' })
    expect(decide('approve', 0)).toEqual({ ok: true })
    expect(decide('carryOver', 0)).toEqual({ ok: false, reason: 'PAYOUT_NOT_NEGATIVE' })
    expect(decide('carryOver', -1)).toEqual({ ok: true })
    expect(decide('addAdjustment', -1)).toEqual({ ok: true })
    expect(decide('discard', -1)).toEqual({ ok: true })
  })

  it('§0020 moves by two lines that come to nothing together', () => {
    const { here, waiting } = carryOverLines({ period: '2026-10', net: -700 })
    expect(here).toEqual({ amountMinor: 700, reason: 'Carried over to the next period' })
    expect(waiting).toEqual({ amountMinor: -700, reason: 'Carried over from October 2026' })
    expect(isCarriedIn(waitingIdOf('adj_1'))).toBe(true)
    expect(isCarriedIn('adj_1')).toBe(false)
  })
})
