import { describe, expect, it } from 'vitest'
import { payoutStatuses, type PayoutStatus } from '../statement-contract'
import { payoutActions, type PayoutAction } from './contract'
import {
  canStart,
  carryOverLines,
  decideProgress,
  isCarriedIn,
  leadsTo,
  refusedProgress,
  refusedRemoval,
  waitingIdOf,
} from './rules'

/** Allowed actions per state; all others are refused. */
const allowed: Record<PayoutStatus, PayoutAction[]> = {
  draft: ['addAdjustment', 'removeAdjustment', 'carryOver', 'approve', 'discard'],
  approved: ['reopen', 'close', 'markSent'],
  sent: ['confirm', 'fail', 'addToNext'],
  confirmed: ['addToNext'],
  failed: ['approve', 'reopen'],
}
const cases = payoutStatuses.flatMap((status) =>
  payoutActions.map((action) => ({ status, action, isAllowed: allowed[status].includes(action) })),
)
const netFor = (action: PayoutAction) => (action === 'carryOver' ? -1 : Number(action !== 'close'))

/** How a sentence names each action. */
const named: Partial<Record<PayoutAction, RegExp>> = {
  addAdjustment: /\b(add an adjustment|adjust it)\b/i,
  carryOver: /^Carry it over|. Carry it over/,
  approve: /\bapprove\b/i,
  reopen: /^Reopen the payout/,
  close: /close the payout/i,
  markSent: /\bmark (it|the payout) as sent\b/i,
  confirm: /\. Confirm it\b/,
  fail: /\bmark it as failed\b/,
  addToNext: /\bto the next payout\b/,
}

describe('the states of a payout', () => {
  it.each(cases)('$status, $action: $isAllowed', ({ status, action, isAllowed }) => {
    const details = { status, net: netFor(action), version: 3 }
    expect(canStart(action, details)).toBe(isAllowed)
    expect(decideProgress(action, details, 3).ok).toBe(isAllowed)
  })

  it.each([2_900, 0, -500])('offer the action, or advice that the user can follow, for a net of %i', (net) => {
    for (const { status, action } of cases) {
      // A negative payout stays a draft.
      if (net < 0 && status !== 'draft') continue
      const text = refusedProgress(action, { status, net })
      if (text === undefined) continue
      const possible = payoutActions.filter((one) => refusedProgress(one, { status, net }) === undefined)
      const advised = possible.filter((one) => named[one]?.test(text))
      expect(advised, `${status}, ${action}: ${text}`).not.toEqual([])
    }
  })

  it('lead on as specified: sent once it was ordered, a draft while amounts change', () => {
    const from = (action: Exclude<PayoutAction, 'discard'>, status: PayoutStatus, net = 2_900) =>
      leadsTo(action, { status, net })
    expect(from('addAdjustment', 'draft')).toBe('draft')
    expect(from('removeAdjustment', 'draft')).toBe('draft')
    expect(from('carryOver', 'draft', -1)).toBe('draft')
    expect(from('approve', 'draft')).toBe('approved')
    expect(from('approve', 'failed')).toBe('approved')
    expect(from('reopen', 'failed')).toBe('draft')
    expect(from('markSent', 'approved')).toBe('sent')
    expect(from('confirm', 'sent')).toBe('confirmed')
    expect(from('fail', 'sent')).toBe('failed')
    for (const status of ['sent', 'confirmed'] as const) expect(from('addToNext', status)).toBe(status)
  })

  it('of zero payouts are settled by approval, and can be reopened because no money moved', () => {
    expect(leadsTo('approve', { status: 'draft', net: 0 })).toBe('confirmed')
    expect(leadsTo('close', { status: 'approved', net: 0 })).toBe('confirmed')
    expect(refusedProgress('markSent', { status: 'approved', net: 0 })).toBe('Nothing to pay. Close the payout.')
    expect(refusedProgress('reopen', { status: 'confirmed', net: 0 })).toBeUndefined()
    expect(refusedProgress('reopen', { status: 'confirmed', net: 1 })).toContain('next payout')
  })

  it('name the action that helps', () => {
    expect(refusedProgress('addAdjustment', { status: 'approved', net: 1 })).toBe('Reopen the payout to adjust it.')
    expect(refusedProgress('discard', { status: 'failed', net: 1 })).toBe('Reopen the payout to discard it.')
    expect(refusedProgress('addAdjustment', { status: 'confirmed', net: 1 })).toBe(
      'You can’t change this payout. Add the correction to the next payout.',
    )
    expect(refusedProgress('approve', { status: 'draft', net: -1 })).toContain('Carry it over')
    expect(refusedProgress('markSent', { status: 'draft', net: -1 })).toContain('Carry it over')
  })
})

describe('a stale version', () => {
  /** Someone else was first. */
  const done = [
    'draft reopen',
    'approved approve',
    'sent markSent',
    'confirmed confirm',
    'confirmed close',
    'failed fail',
  ]

  it.each(cases)('refuses $action of $status in any state', ({ status, action }) => {
    const details = { status, net: 5, version: 3 }
    const reason = done.includes(`${status} ${action}`) ? 'PAYOUT_DONE' : 'STALE_VERSION'
    for (const version of [2, 4]) expect(decideProgress(action, details, version)).toEqual({ ok: false, reason })
  })
})

describe('an amount below zero', () => {
  const decide = (action: PayoutAction, net: number, status: PayoutStatus = 'draft') =>
    decideProgress(action, { status, net, version: 1 }, 1)

  it('is carried over and cannot be approved; 0 is approved and cannot be carried over', () => {
    expect(decide('approve', -1)).toEqual({ ok: false, reason: 'PAYOUT_NEGATIVE' })
    expect(decide('approve', -1, 'failed')).toEqual({ ok: false, reason: 'PAYOUT_NEGATIVE' })
    expect(decide('approve', 0)).toEqual({ ok: true })
    expect(decide('carryOver', 0)).toEqual({ ok: false, reason: 'PAYOUT_NOT_NEGATIVE' })
    expect(decide('carryOver', -1)).toEqual({ ok: true })
    expect(decide('addAdjustment', -1)).toEqual({ ok: true })
    expect(decide('discard', -1)).toEqual({ ok: true })
  })

  it('§0020 moves by two lines that add up to zero', () => {
    const { here, waiting } = carryOverLines({ period: '2026-10', net: -700 })
    expect(here).toEqual({ amountMinor: 700, reason: 'Carried over to the next period' })
    expect(waiting).toEqual({ amountMinor: -700, reason: 'Carried over from October 2026' })
    expect(isCarriedIn(waitingIdOf('adj_1'))).toBe(true)
    expect(isCarriedIn('adj_1')).toBe(false)
  })
})

it('a line can be removed if it was added by hand, but not at the target of a carry-over', () => {
  expect(refusedRemoval({ id: 'adj_1', kind: 'manual' })).toBeUndefined()
  expect(refusedRemoval({ id: 'adj_1', kind: 'carry' })).toBeUndefined()
  expect(refusedRemoval({ id: waitingIdOf('adj_1'), kind: 'carry' })).toBe('CARRIED_IN')
  expect(refusedRemoval({ id: 'adj_1', kind: 'refund' })).toBe('BOOKED')
})
