import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationStatuses, merchantStatuses, type MerchantStatus } from './contract'
import {
  approvalOf,
  choosesLive,
  archivingOf,
  changesRequestedOf,
  decideDeletion,
  decideEditing,
  decideLifecycle,
  decideLiveness,
  declineOf,
  isInReview,
  isUnused,
  lifecycleActions,
  readStatus,
  restorationOf,
  reviewedOf,
  suspensionOf,
  type LifecycleAction,
  type LifecycleState,
} from './lifecycle-rules'
import { lifecycleRefusals } from './refusals'

const state = (details: Partial<LifecycleState> = {}): LifecycleState => ({
  status: 'active',
  statusBefore: null,
  needsReview: false,
  isLive: true,
  applicationStatus: 'approved',
  changeRequest: null,
  ...details,
})
const outcome = (action: LifecycleAction, details: Partial<LifecycleState>) => {
  const verdict = decideLifecycle(action, state(details))
  return verdict.ok ? 'ok' : verdict.reason
}

describe('which transition is allowed from which state', () => {
  type Row = Record<LifecycleAction, string>
  const none = 'NOT_IN_REVIEW'
  const table: [MerchantStatus, boolean, Row][] = [
    [
      'pending',
      false,
      {
        approve: none,
        requestChanges: none,
        decline: 'ok',
        suspend: 'NOT_ACTIVE',
        archive: 'ok',
        restore: 'NOT_STOPPED',
        markReviewed: 'ALREADY_REVIEWED',
      },
    ],
    [
      'pending',
      true,
      {
        approve: 'ok',
        requestChanges: 'ok',
        decline: 'ok',
        suspend: 'NOT_ACTIVE',
        archive: 'ok',
        restore: 'NOT_STOPPED',
        markReviewed: 'ok',
      },
    ],
    ...[false, true].map((needsReview): [MerchantStatus, boolean, Row] => [
      'pending_review',
      needsReview,
      {
        approve: 'ok',
        requestChanges: 'ok',
        decline: 'ok',
        suspend: 'NOT_ACTIVE',
        archive: 'ok',
        restore: 'NOT_STOPPED',
        markReviewed: 'AWAITS_APPROVAL',
      },
    ]),
    [
      'active',
      false,
      {
        approve: none,
        requestChanges: none,
        decline: 'ALREADY_ACTIVE',
        suspend: 'ok',
        archive: 'ok',
        restore: 'NOT_STOPPED',
        markReviewed: 'ALREADY_REVIEWED',
      },
    ],
    [
      'active',
      true,
      {
        approve: 'ok',
        requestChanges: 'ok',
        decline: 'ALREADY_ACTIVE',
        suspend: 'ok',
        archive: 'ok',
        restore: 'NOT_STOPPED',
        markReviewed: 'ok',
      },
    ],
    ...(
      [
        ['suspended', 'SUSPENDED', 'ok'],
        ['rejected', 'DECLINED', 'ok'],
        ['archived', 'ARCHIVED', 'ARCHIVED'],
      ] as const
    ).flatMap(([status, why, archive]) =>
      [false, true].map((needsReview): [MerchantStatus, boolean, Row] => [
        status,
        needsReview,
        {
          approve: why,
          requestChanges: why,
          decline: why,
          suspend: why,
          archive,
          restore: 'ok',
          markReviewed: needsReview ? 'ok' : 'ALREADY_REVIEWED',
        },
      ]),
    ),
  ]

  it('names every state, with and without needsReview', () => {
    expect(table.map(([status, needsReview]) => `${status} ${needsReview}`).sort()).toEqual(
      merchantStatuses.flatMap((status) => [`${status} false`, `${status} true`]).sort(),
    )
  })

  it.each(
    table.flatMap(([status, needsReview, row]) =>
      lifecycleActions.map((action) => [status, needsReview, action, row[action]] as const),
    ),
  )('§4 %s, needs review %s: %s is %s', (status, needsReview, action, expected) => {
    expect(outcome(action, { status, needsReview })).toBe(expected)
  })

  it('takes an unknown imported status for one that waits for review', () => {
    expect(readStatus('imported')).toBe('pending_review')
    expect(outcome('approve', { status: 'imported' })).toBe('ok')
    expect(isInReview({ status: 'imported', needsReview: false })).toBe(true)
  })

  it('has a sentence for each refusal', () => {
    for (const { text } of Object.values(lifecycleRefusals)) expect(text).toMatch(/^[A-Z].*\.$/)
  })
})

describe('approval', () => {
  it('makes it active and approved, clears what was asked for, and opens it if the owner wished so', () => {
    const waiting = state({
      status: 'pending_review',
      needsReview: true,
      isLive: false,
      applicationStatus: 'submitted',
    })
    const approved = {
      status: 'active',
      statusBefore: null,
      statusReason: null,
      applicationStatus: 'approved',
      needsReview: false,
      changeRequest: null,
    }
    expect(approvalOf(waiting, true)).toEqual({ ...approved, isLive: true })
    expect(approvalOf(waiting, false)).toEqual({ ...approved, isLive: false })
    expect(approvalOf(waiting, null)).toEqual({ ...approved, isLive: false })
    expect(approvalOf({ ...waiting, isLive: true }, null)).toMatchObject({ isLive: true })
  })

  it.each([
    ['pending', false, true, true],
    ['pending_review', true, false, false],
    ['rejected', false, true, true],
    ['pending_review', true, undefined, true],
    ['active', false, true, false],
    ['suspended', true, false, true],
  ])('reads the switch of a %s merchant', (status, isLive, wish, expected) => {
    expect(choosesLive({ status, isLive }, wish)).toBe(expected)
  })

  it('leaves an active merchant as live as its owner has it', () => {
    expect(approvalOf(state({ isLive: true, needsReview: true }), false)).toMatchObject({ isLive: true })
    expect(approvalOf(state({ isLive: false, needsReview: true }), true)).toMatchObject({ isLive: false })
  })
})

describe('a request for changes', () => {
  it('goes back to the owners, and out of the queue', () => {
    expect(changesRequestedOf(state({ status: 'pending_review', needsReview: true }))).toEqual({
      status: 'pending',
      applicationStatus: 'changes_requested',
      needsReview: false,
    })
  })

  it('keeps an active merchant open for its subscribers, and in review', () => {
    expect(changesRequestedOf(state({ needsReview: true }))).toEqual({ needsReview: true })
  })
})

describe('restoring', () => {
  const reached = (details: Partial<LifecycleState>, ...steps: ((one: LifecycleState) => object)[]) =>
    steps.reduce<LifecycleState>((one, step) => ({ ...one, ...step(one) }), state(details))
  const suspend = (one: LifecycleState) => suspensionOf(one, 'x')
  const decline = (one: LifecycleState) => declineOf(one, 'x')
  const archive = (one: LifecycleState) => archivingOf(one, 'x')

  it('a suspended merchant makes it active again, as live as it was', () => {
    for (const isLive of [true, false])
      expect(reached({ isLive }, suspend, restorationOf)).toMatchObject({
        status: 'active',
        isLive,
        statusBefore: null,
      })
  })

  it('a declined merchant puts it back into review', () => {
    const waiting = { status: 'pending_review', needsReview: true, applicationStatus: 'submitted' }
    expect(reached(waiting, decline)).toMatchObject({
      status: 'rejected',
      applicationStatus: 'rejected',
      needsReview: false,
    })
    expect(reached(waiting, decline, restorationOf)).toMatchObject(waiting)
  })

  it('a merchant that was declined during set-up goes on being set up', () => {
    const setup = { status: 'pending', applicationStatus: 'pending_setup' }
    expect(reached(setup, decline, restorationOf)).toMatchObject({ ...setup, needsReview: false })
    const requested = { ...setup, applicationStatus: 'changes_requested', changeRequest: { items: [] } }
    expect(reached(requested, decline, restorationOf)).toMatchObject(requested)
  })

  it('an archived merchant gives back any state, also a suspended one', () => {
    for (const status of merchantStatuses.filter((one) => one !== 'archived')) {
      expect(reached({ status }, archive)).toMatchObject({ status: 'archived', statusBefore: status })
      expect(reached({ status }, archive, restorationOf)).toMatchObject({ status, statusBefore: null })
    }
    expect(reached({}, suspend, archive, restorationOf, restorationOf)).toMatchObject({ status: 'active' })
  })

  it('without a note lets someone look at it first', () => {
    expect(restorationOf(state({ status: 'archived' }))).toMatchObject({ status: 'pending_review', needsReview: true })
    expect(restorationOf(state({ status: 'suspended' }))).toMatchObject({ status: 'active', needsReview: false })
  })

  it('never leads from one stop to the same stop, whatever was noted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('suspended', 'rejected', 'archived'),
        fc.option(fc.constantFrom(...merchantStatuses, 'imported')),
        fc.constantFrom(...applicationStatuses, null),
        (status, statusBefore, applicationStatus) => {
          const restored = restorationOf(state({ status, statusBefore, applicationStatus }))
          expect(restored.status).not.toBe(status)
          expect(restored).toMatchObject({ statusBefore: null, statusReason: null })
        },
      ),
    )
  })
})

it('marked as reviewed, nothing is left to answer of an active merchant', () => {
  expect(reviewedOf(state({ needsReview: true }))).toEqual({ needsReview: false, changeRequest: null })
  for (const status of merchantStatuses.filter((one) => one !== 'active'))
    expect(reviewedOf(state({ status, needsReview: true }))).toEqual({ needsReview: false })
})

describe('pause and resume', () => {
  it.each(merchantStatuses)('of a merchant that is %s', (status) => {
    expect(decideLiveness(false, status).ok).toBe(status === 'active')
    expect(decideLiveness(true, status).ok).toBe(status !== 'archived')
  })
})

describe('editing', () => {
  it.each(merchantStatuses)('of a merchant that is %s', (status) => {
    expect(decideEditing(false, status).ok).toBe(status !== 'archived' && status !== 'rejected')
    expect(decideEditing(true, status).ok).toBe(true)
  })
})

describe('deletion', () => {
  const unused = { subscriptions: 0, redemptions: 0, payouts: 0 }
  const byAdmin = { status: 'active', ownMerchants: undefined }
  const details = { name: 'Half Moon', confirmName: ' Half Moon', ...unused, ...byAdmin }

  it.each(merchantStatuses)('of one of several venues by its owner while it is %s', (status) => {
    const isAllowed = status === 'pending'
    expect(decideDeletion({ ...details, status, ownMerchants: 2 })).toEqual(
      isAllowed ? { ok: true } : { ok: false, reason: 'NOT_IN_SETUP' },
    )
  })

  it('keeps the only venue of an owner, and asks for the name', () => {
    const inSetup = { ...details, status: 'pending' }
    expect(decideDeletion({ ...inSetup, ownMerchants: 1 })).toEqual({ ok: false, reason: 'ONLY_VENUE' })
    expect(decideDeletion({ ...inSetup, ownMerchants: 2, confirmName: '' })).toEqual({ ok: false, reason: 'NAME' })
  })

  it('is for what no one subscribed to, drank at or paid, with the name typed', () => {
    expect(decideDeletion(details)).toEqual({ ok: true })
    expect(decideDeletion({ ...details, name: 'Joe’s', confirmName: "Joe's" })).toEqual({ ok: true })
    expect(decideDeletion({ ...details, confirmName: 'half moon' })).toEqual({ ok: false, reason: 'NAME' })
    expect(decideDeletion({ ...details, confirmName: '' })).toEqual({ ok: false, reason: 'NAME' })
    for (const used of [{ subscriptions: 1 }, { redemptions: 1 }, { payouts: 1 }])
      expect(decideDeletion({ ...details, ...used })).toEqual({ ok: false, reason: 'IN_USE' })
    expect(isUnused({ subscriptions: 0, redemptions: 0, payouts: 0 })).toBe(true)
  })
})
