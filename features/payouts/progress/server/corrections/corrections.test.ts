import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { generatePayouts } from '../../../generation/server/generate-payouts'
import { getPayout } from '../../../server/reading/read-payouts'
import { payoutAdjustments, payouts } from '../../../server/tables'
import { insertAdjustment, insertCharge, insertPayout } from '../../../testing/payout-factory'
import { removeAdjustment } from '../adjust-payout'
import { approvePayout, carryOver, failPayout, markSent, reopenPayout } from '../change-payout'
import { addToNext } from './add-to-next'
import { closePayout } from './close-payout'
import { removeWaiting } from './remove-waiting'

let services: TestServices
let admin: TestContext
const merchantId = 'mer_a'
const now = new Date('2026-03-10T12:00:00Z')
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set(now)
  admin = contextAs(services, await asAdmin(services, { displayName: 'Ada Admin' }))
  await insertMerchants(services, [{ id: merchantId, name: 'Anchor' }, { id: 'mer_b' }])
})

const stored = async (id = 'pay_a') => (await services.db.select().from(payouts).where(eq(payouts.id, id)))[0]
const lines = () => services.db.select().from(payoutAdjustments).orderBy(asc(payoutAdjustments.id))
const correction = { payoutId: 'pay_a', version: 1, amountMinor: -700, reason: 'Refund of a pass' }

describe('a correction of a sent payout', () => {
  it.each(['sent', 'confirmed'] as const)(
    'of a %s payout waits for the next payout, which takes it',
    async (status) => {
      await insertPayout(services, { id: 'pay_a', merchantId, status, sentAt: now })
      expect(await addToNext(admin, correction)).toMatchObject({ id: 'pay_a', status, net: 2_900, version: 2 })
      expect(await stored()).toMatchObject({ status, adjustmentsMinor: 0, netMinor: 2_900, sentAt: now })
      expect(await lines()).toMatchObject([{ payoutId: null, kind: 'manual', amountMinor: -700, merchantId }])
      await insertCharge(services, { merchantId, periodStart: new Date('2026-03-02T08:00:00Z') })
      services.clock.set('2026-04-02T12:00:00Z')
      const { results } = await generatePayouts(admin, { period: '2026-03', merchantIds: [merchantId] })
      expect(await stored(results[0]?.payoutIds[0])).toMatchObject({ adjustmentsMinor: -700, netMinor: 2_200 })
    },
  )

  it('joins the open draft of the merchant and currency', async () => {
    await insertPayout(services, { id: 'pay_a', merchantId, status: 'sent', period: '2026-01' })
    await insertPayout(services, { id: 'pay_eur', merchantId, currency: 'eur' })
    await insertPayout(services, { id: 'pay_b', merchantId })
    await addToNext(admin, correction)
    expect(await stored('pay_b')).toMatchObject({ adjustmentsMinor: -700, netMinor: 2_200, version: 2 })
    expect(await stored('pay_eur')).toMatchObject({ adjustmentsMinor: 0 })
    const audited = await services.db.select().from(adminAuditLogs).orderBy(adminAuditLogs.sequence)
    expect(audited.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['adjust_payout', 'pay_b'],
      ['adjust_next_payout', 'pay_a'],
    ])
  })

  it('is shown to administrators on each payout of the merchant and currency while it waits', async () => {
    await insertPayout(services, { id: 'pay_a', merchantId, status: 'sent' })
    await insertPayout(services, { id: 'pay_eur', merchantId, status: 'sent', currency: 'eur' })
    await addToNext(admin, correction)
    const { waiting } = await getPayout(admin, { payoutId: 'pay_a' })
    expect(waiting).toMatchObject([{ amount: -700, reason: 'Refund of a pass', by: 'Ada Admin' }])
    expect((await getPayout(admin, { payoutId: 'pay_eur' })).waiting).toEqual([])
    const owner = contextAs(services, await asOwner(services, [merchantId]))
    expect((await getPayout(owner, { payoutId: 'pay_a' })).waiting).toEqual([])
  })

  it('can be removed only while it waits, which is audited', async () => {
    const { id: adjustmentId } = await insertAdjustment(services, { merchantId, amountMinor: -700 })
    await expect(removeWaiting(admin, { merchantId: 'mer_b', adjustmentId })).rejects.toMatchObject({
      reason: 'ADJUSTMENT',
    })
    await removeWaiting(admin, { merchantId, adjustmentId })
    expect(await lines()).toEqual([])
    expect(await services.db.select().from(adminAuditLogs)).toMatchObject([
      {
        action: 'remove_waiting_adjustment',
        targetId: adjustmentId,
        before: { merchant: 'Anchor', amountMinor: -700 },
      },
    ])
    const { id } = await insertPayout(services, { merchantId })
    const taken = await insertAdjustment(services, { merchantId, payoutId: id })
    await expect(removeWaiting(admin, { merchantId, adjustmentId: taken.id })).rejects.toMatchObject({
      reason: 'ADJUSTMENT',
    })
  })

  it('of a carried amount is removed at its origin, even after that payout is settled', async () => {
    await insertPayout(services, { id: 'pay_a', merchantId, adjustmentsMinor: -3_000 })
    await carryOver(admin, { payoutId: 'pay_a', version: 1 })
    await approvePayout(admin, { payoutId: 'pay_a', version: 2 })
    const [here, there] = await lines()
    await expect(removeWaiting(admin, { merchantId, adjustmentId: there?.id ?? '' })).rejects.toMatchObject({
      reason: 'CARRIED_IN',
    })
    await reopenPayout(admin, { payoutId: 'pay_a', version: 3 })
    await removeAdjustment(admin, { payoutId: 'pay_a', version: 4, adjustmentId: here?.id ?? '' })
    expect(await lines()).toEqual([])
    expect(await stored()).toMatchObject({ status: 'draft', netMinor: -100 })
  })
})

describe('a zero payout', () => {
  it('is settled by its approval, and the email says so', async () => {
    const owner = await asOwner(services, [merchantId])
    await insertPayout(services, { id: 'pay_a', merchantId, adjustmentsMinor: -2_900 })
    expect(await approvePayout(admin, { payoutId: 'pay_a', version: 1 })).toMatchObject({ status: 'confirmed' })
    expect(await stored()).toMatchObject({ approvedAt: now, settledAt: now, sentAt: null })
    const { steps } = await getPayout(admin, { payoutId: 'pay_a' })
    expect(steps.map(({ status, reason }) => [status, reason])).toEqual([
      ['draft', null],
      ['approved', null],
      ['confirmed', 'Nothing to pay'],
    ])
    const [mail] = await mailsTo(services, owner.email)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Payout: USD 0.00.')
  })

  it('is closed if it was approved before', async () => {
    await insertPayout(services, { id: 'pay_a', merchantId, status: 'approved', adjustmentsMinor: -2_900 })
    await expect(markSent(admin, { payoutId: 'pay_a', version: 1 })).rejects.toMatchObject({ reason: 'PAYOUT_NOTHING' })
    expect(await closePayout(admin, { payoutId: 'pay_a', version: 1 })).toMatchObject({ status: 'confirmed' })
    await insertPayout(services, { id: 'pay_b', merchantId: 'mer_b', status: 'approved' })
    await expect(closePayout(admin, { payoutId: 'pay_b', version: 1 })).rejects.toMatchObject({
      reason: 'PAYOUT_SOMETHING',
    })
  })
})

describe('a failed payment', () => {
  const steps = async () =>
    (await getPayout(admin, { payoutId: 'pay_a' })).steps.map(({ status, reason, by }) => [status, reason, by])
  const failOnce = async (version: number) => {
    await markSent(admin, { payoutId: 'pay_a', version })
    await failPayout(admin, { payoutId: 'pay_a', version: version + 1, reason: 'Account closed' })
  }

  it('stays among the steps after another approval', async () => {
    await insertPayout(services, { id: 'pay_a', merchantId })
    await approvePayout(admin, { payoutId: 'pay_a', version: 1 })
    await failOnce(2)
    await approvePayout(admin, { payoutId: 'pay_a', version: 4 })
    await failOnce(5)
    await approvePayout(admin, { payoutId: 'pay_a', version: 7 })
    const attempt = [
      ['approved', null, 'Ada Admin'],
      ['sent', null, 'Ada Admin'],
      ['failed', 'Account closed', 'Ada Admin'],
    ]
    expect(await steps()).toEqual([['draft', null, null], ...attempt, ...attempt, ['approved', null, 'Ada Admin']])
  })

  it('can be reopened and adjusted, and its statement is sent again with the next approval', async () => {
    await insertPayout(services, { id: 'pay_a', merchantId, status: 'approved', approvedAt: now })
    await failOnce(1)
    expect(await reopenPayout(admin, { payoutId: 'pay_a', version: 3 })).toMatchObject({ status: 'draft' })
    expect(await stored()).toMatchObject({ approvedAt: null, sentAt: null, settledAt: null, failureReason: null })
    expect((await steps()).map(([status]) => status)).toEqual(['draft', 'approved', 'sent', 'failed', 'draft'])
  })

  it('is emailed to the owners, with the reason and the next step, and without bank details', async () => {
    const owner = await asOwner(services, [merchantId])
    await insertPayout(services, { id: 'pay_a', merchantId, status: 'sent', paidToLast4: '4321' })
    await failPayout(admin, { payoutId: 'pay_a', version: 1, reason: 'Account closed' })
    const mails = await mailsTo(services, owner.email)
    expect(mails).toMatchObject([{ template: 'payout_failed', subject: 'February 2026 payout for Anchor failed' }])
    const text = mails[0]?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('The February 2026 payment of USD 29.00 to Anchor failed.')
    expect(text).toContain('Reason: Account closed')
    expect(text).toContain('Check your bank details under Billing')
    expect(text).not.toContain('4321')
  })
})
