import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { staleVersion } from '@quaff/platform/server'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { generatePayouts } from '../../generation/server/generate-payouts'
import { payoutAdjustments, payouts } from '../../server/tables'
import { payoutStatuses, type PayoutStatus } from '../../statement-contract'
import { insertAdjustment, insertPayout, type PayoutDetails } from '../../testing/payout-factory'
import {
  addAdjustmentInput,
  failPayoutInput,
  type PayoutAction,
  type PayoutActionInput,
  payoutActions,
} from '../contract'
import { canStart } from '../rules'
import { addAdjustment, removeAdjustment } from './adjust-payout'
import { approvePayout, carryOver, confirmPayout, failPayout, markSent, reopenPayout } from './change-payout'
import { addToNext } from './corrections/add-to-next'
import { closePayout } from './corrections/close-payout'
import { discardPayout } from './discard-payout'

let services: TestServices
let admin: TestContext
const now = new Date('2026-03-10T12:00:00Z')
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set(now)
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_a', name: 'Anchor' }])
})

const verbs: Record<PayoutAction, (ctx: TestContext, input: PayoutActionInput) => Promise<unknown>> = {
  addAdjustment: (ctx, input) => addAdjustment(ctx, { ...input, amountMinor: -500, reason: 'Broken grinder' }),
  removeAdjustment: (ctx, input) => removeAdjustment(ctx, { ...input, adjustmentId: 'adj_1' }),
  carryOver,
  approve: approvePayout,
  reopen: reopenPayout,
  discard: discardPayout,
  markSent,
  confirm: confirmPayout,
  fail: (ctx, input) => failPayout(ctx, { ...input, reason: 'Account closed' }),
  close: closePayout,
  addToNext: (ctx, input) => addToNext(ctx, { ...input, amountMinor: -500, reason: 'Refund' }),
}
const auditOf = {
  addAdjustment: 'adjust_payout',
  removeAdjustment: 'remove_payout_adjustment',
  carryOver: 'carry_payout',
  approve: 'approve_payout',
  reopen: 'reopen_payout',
  discard: 'discard_payout',
  markSent: 'send_payout',
  confirm: 'confirm_payout',
  fail: 'fail_payout',
  close: 'close_payout',
  addToNext: 'adjust_next_payout',
} as const satisfies Record<PayoutAction, string>

const adjustedFor = (action: PayoutAction) => ({ carryOver: -3_500, close: -2_900 })[action as string] ?? -600
const startsFrom = (action: PayoutAction, status: PayoutStatus) =>
  canStart(action, { status, net: 2_900 + adjustedFor(action) })
const startOf = (action: PayoutAction) => payoutStatuses.find((one) => startsFrom(action, one)) ?? 'draft'

/** Includes a removable line and the net amount that the action needs. */
async function insertFor(action: PayoutAction, details: Partial<PayoutDetails> = {}): Promise<PayoutActionInput> {
  const adjustmentsMinor = adjustedFor(action)
  const { id, version } = await insertPayout(services, { ...details, merchantId: 'mer_a', adjustmentsMinor })
  await insertAdjustment(services, { id: 'adj_1', merchantId: 'mer_a', payoutId: id, amountMinor: adjustmentsMinor })
  return { payoutId: id, version }
}
const stored = async () => (await services.db.select().from(payouts))[0]
const lines = () =>
  services.db.select().from(payoutAdjustments).orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
const actorId = () => (admin.actor.kind === 'user' ? admin.actor.userId : expect.fail())
const conflict = (reason: string) => ({ code: 'CONFLICT', reason })

describe('every action in every state', () => {
  const cases = payoutStatuses.flatMap((status) => payoutActions.map((action) => ({ status, action })))

  it.each(cases)('$action of $status: done and audited, or refused without changes', async ({ status, action }) => {
    const input = await insertFor(action, { status })
    const before = [await stored(), await lines()]
    if (!startsFrom(action, status)) {
      await expect(verbs[action](admin, input)).rejects.toMatchObject(conflict('PAYOUT_STATE'))
      expect([await stored(), await lines()]).toEqual(before)
      expect(await services.db.$count(adminAuditLogs)).toBe(0)
      return
    }
    await verbs[action](admin, input)
    const after = await stored()
    if (action === 'discard') expect(after).toBeUndefined()
    else expect(after).toMatchObject({ version: 2, updatedAt: now })
    expect(await services.db.select().from(adminAuditLogs)).toMatchObject([
      {
        action: auditOf[action],
        targetType: 'payout',
        targetId: input.payoutId,
        merchantId: 'mer_a',
        adminUserId: actorId(),
        before: { merchant: 'Anchor', period: '2026-02', currency: 'usd', status },
      },
    ])
    expect(await services.db.$count(liveEvents, eq(liveEvents.subjectId, input.payoutId))).toBe(1)
  })

  it.each(payoutActions)('%s refuses an old version, other roles and missing records', async (action) => {
    const status = startOf(action)
    const input = await insertFor(action, { status })
    const before = [await stored(), await lines()]
    await expect(verbs[action](admin, { ...input, version: 2 })).rejects.toMatchObject({
      ...conflict('STALE_VERSION'),
      message: staleVersion().message,
    })
    await expect(verbs[action](admin, { ...input, payoutId: 'pay_missing' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'PAYOUT',
    })
    const refused = [
      await asOwner(services, ['mer_a']),
      await asViewer(services, ['mer_a']),
      await asCustomRole(services),
    ]
    for (const actor of [anonymous, ...refused])
      await expect(verbs[action](contextAs(services, actor), input)).rejects.toMatchObject({
        code: actor.kind === 'anonymous' ? 'UNAUTHORIZED' : 'FORBIDDEN',
      })
    expect([await stored(), await lines()]).toEqual(before)
    expect(await services.db.$count(adminAuditLogs)).toBe(0)
  })

  it.each(payoutActions)('%s rolls back when it cannot be audited', async (action) => {
    const status = startOf(action)
    const input = await insertFor(action, { status })
    const before = [await stored(), await lines()]
    const newId = (prefix: string) => (prefix === 'aud' ? expect.fail('no audit') : services.ids.newId(prefix))
    await expect(verbs[action]({ ...admin, ids: { newId } }, input)).rejects.toThrow('no audit')
    expect([await stored(), await lines()]).toEqual(before)
  })

  it.each(payoutActions)('%s twice concurrently happens once', async (action) => {
    const status = startOf(action)
    const input = await insertFor(action, { status })
    const results = await Promise.allSettled([1, 2, 3].map(() => verbs[action](admin, input)))
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(await services.db.$count(adminAuditLogs)).toBe(1)
  })
})

describe('the steps of a payout', () => {
  it('record who did what and when, and a second attempt starts fresh', async () => {
    const { id: payoutId } = await insertPayout(services, { merchantId: 'mer_a' })
    expect(await approvePayout(admin, { payoutId, version: 1 })).toEqual({
      id: payoutId,
      status: 'approved',
      adjustments: 0,
      net: 2_900,
      version: 2,
    })
    await services.db.update(payouts).set({ exportedAt: now, paidToLast4: '1234' })
    expect(await stored()).toMatchObject({ approvedAt: now, approvedBy: actorId() })
    await markSent(admin, { payoutId, version: 2 })
    expect(await stored()).toMatchObject({ status: 'sent', sentAt: now, sentBy: actorId(), paidToLast4: '1234' })
    await failPayout(admin, { payoutId, version: 3, reason: 'Account closed' })
    expect(await stored()).toMatchObject({ status: 'failed', failureReason: 'Account closed', settledAt: now })
    services.clock.advance(60_000)
    await approvePayout(admin, { payoutId, version: 4 })
    expect(await stored()).toMatchObject({
      status: 'approved',
      approvedAt: services.clock.now(),
      sentAt: null,
      settledAt: null,
      settledBy: null,
      failureReason: null,
      exportedAt: null,
      paidToLast4: null,
    })
    await markSent(admin, { payoutId, version: 5 })
    expect(await confirmPayout(admin, { payoutId, version: 6 })).toMatchObject({ status: 'confirmed', version: 7 })
    expect(await stored()).toMatchObject({ settledAt: services.clock.now(), settledBy: actorId(), failureReason: null })
  })

  it('clear the bank file on reopening, because the amount may change', async () => {
    const { id: payoutId } = await insertPayout(services, {
      merchantId: 'mer_a',
      status: 'approved',
      approvedAt: now,
      approvedBy: 'usr_1',
      exportedAt: now,
      paidToLast4: '1234',
    })
    await reopenPayout(admin, { payoutId, version: 1 })
    expect(await stored()).toMatchObject({
      status: 'draft',
      approvedAt: null,
      approvedBy: null,
      exportedAt: null,
      paidToLast4: null,
    })
  })
})

describe('adjustments', () => {
  it('add up to the net, and can be added and removed', async () => {
    const { id: payoutId } = await insertPayout(services, { merchantId: 'mer_a', feeBasisPoints: 1_000 })
    const added = await addAdjustment(admin, { payoutId, version: 1, amountMinor: -700, reason: 'Broken grinder' })
    expect(added).toMatchObject({ status: 'draft', adjustments: -700, net: 1_910, version: 2 })
    await addAdjustment(admin, { payoutId, version: 2, amountMinor: 50, reason: 'Thanks' })
    const [line] = await lines()
    expect(line).toMatchObject({ amountMinor: -700, reason: 'Broken grinder', createdBy: actorId(), currency: 'usd' })
    const removed = await removeAdjustment(admin, { payoutId, version: 3, adjustmentId: line?.id ?? '' })
    expect(removed).toMatchObject({ adjustments: 50, net: 2_660 })
    const gone = removeAdjustment(admin, { payoutId, version: 4, adjustmentId: line?.id ?? '' })
    await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'ADJUSTMENT' })
  })

  it('of another payout, and waiting ones, are not found', async () => {
    const { id: payoutId } = await insertPayout(services, { merchantId: 'mer_a' })
    const other = await insertPayout(services, { merchantId: 'mer_a', period: '2026-01' })
    const foreign = await insertAdjustment(services, { merchantId: 'mer_a', payoutId: other.id })
    const waiting = await insertAdjustment(services, { merchantId: 'mer_a' })
    for (const { id: adjustmentId } of [foreign, waiting])
      await expect(removeAdjustment(admin, { payoutId, version: 1, adjustmentId })).rejects.toMatchObject({
        reason: 'ADJUSTMENT',
      })
    expect(await lines()).toHaveLength(2)
  })

  it('are refused, not rounded, when the sum is not exact', async () => {
    const { id: payoutId } = await insertPayout(services, { merchantId: 'mer_a', grossMinor: Number.MAX_SAFE_INTEGER })
    await expect(
      addAdjustment(admin, { payoutId, version: 1, amountMinor: 1, reason: 'One more' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'AMOUNT' })
    expect(await lines()).toEqual([])
  })

  it.each([
    { amountMinor: 0 },
    { amountMinor: 1.5 },
    { amountMinor: 100_000_000_001 },
    { reason: '' },
    { reason: '\u200b ' },
    { extra: 1 },
  ])('are not accepted with %j', (bad) => {
    const good = { payoutId: 'pay_1', version: 1, amountMinor: -5, reason: 'Broken grinder' }
    expect(addAdjustmentInput.safeParse(good).success).toBe(true)
    expect(addAdjustmentInput.safeParse({ ...good, ...bad }).success).toBe(false)
    expect(failPayoutInput.safeParse({ payoutId: 'pay_1', version: 1, reason: '' }).success).toBe(false)
  })
})

describe('an amount below zero', () => {
  const below = () => insertPayout(services, { merchantId: 'mer_a', grossMinor: 0, adjustmentsMinor: -700 })

  it('§0020 is not approved, but carried to the merchant’s next payout in this currency', async () => {
    const { id: payoutId } = await below()
    await expect(approvePayout(admin, { payoutId, version: 1 })).rejects.toMatchObject(conflict('PAYOUT_NEGATIVE'))
    expect(await carryOver(admin, { payoutId, version: 1 })).toMatchObject({ adjustments: 0, net: 0, version: 2 })
    expect((await lines()).map(({ payoutId: of, amountMinor, reason }) => [of, amountMinor, reason])).toEqual([
      [payoutId, 700, 'Carried over to the next period'],
      [null, -700, 'Carried over from February 2026'],
    ])
    await expect(carryOver(admin, { payoutId, version: 2 })).rejects.toMatchObject(conflict('PAYOUT_NOT_NEGATIVE'))
    expect(await approvePayout(admin, { payoutId, version: 2 })).toMatchObject({ status: 'confirmed', net: 0 })
    services.clock.set('2026-04-01T00:00:00Z')
    await generatePayouts(admin, { period: '2026-03', merchantIds: ['mer_a'] })
    const [next] = await services.db.select().from(payouts).where(eq(payouts.period, '2026-03'))
    expect(next).toMatchObject({ grossMinor: 0, adjustmentsMinor: -700, netMinor: -700 })
  })

  it('is undone together with both of its lines', async () => {
    const { id: payoutId } = await below()
    await carryOver(admin, { payoutId, version: 1 })
    const [here] = await lines()
    const back = await removeAdjustment(admin, { payoutId, version: 2, adjustmentId: here?.id ?? '' })
    expect(back).toMatchObject({ net: -700 })
    expect(await lines()).toEqual([])
  })

  it('stays in the later payout once that has taken it', async () => {
    const { id: payoutId } = await below()
    await carryOver(admin, { payoutId, version: 1 })
    services.clock.set('2026-04-01T00:00:00Z')
    const { results } = await generatePayouts(admin, { period: '2026-03', merchantIds: ['mer_a'] })
    const nextId = results[0]?.payoutIds[0] ?? ''
    const [here, there] = await lines()
    await expect(removeAdjustment(admin, { payoutId, version: 2, adjustmentId: here?.id ?? '' })).rejects.toMatchObject(
      conflict('CARRIED'),
    )
    await expect(
      removeAdjustment(admin, { payoutId: nextId, version: 1, adjustmentId: there?.id ?? '' }),
    ).rejects.toMatchObject(conflict('CARRIED_IN'))
    expect(await lines()).toHaveLength(2)
  })

  it('is the same after the draft is discarded and generated again', async () => {
    const { id: payoutId } = await below()
    await insertAdjustment(services, { merchantId: 'mer_a', payoutId, amountMinor: -700 })
    await carryOver(admin, { payoutId, version: 1 })
    await discardPayout(admin, { payoutId, version: 2 })
    await generatePayouts(admin, { period: '2026-02', merchantIds: ['mer_a'] })
    expect(await stored()).toMatchObject({ adjustmentsMinor: -700, netMinor: -700 })
    expect(await services.db.$count(payoutAdjustments, sql`payout_id is null`)).toBe(0)
  })
})
