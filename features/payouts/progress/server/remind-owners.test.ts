import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getPayout, getPayoutRun } from '../../server/reading/read-payouts'
import { insertPayout, type PayoutDetails } from '../../testing/payout-factory'
import { remindOwners } from './remind-owners'

let services: TestServices
let admin: UserActor
let owner: UserActor
const now = new Date('2026-03-10T12:00:00.000Z')

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(now)
  await insertMerchant(services, { id: 'mer_a', name: 'Tide & Bean\u202E ☕' })
  admin = await asAdmin(services)
  owner = await asOwner(services, ['mer_a'])
  await asViewer(services, ['mer_a'])
  return () => services.close()
})

const payout = (details: Partial<PayoutDetails> = {}) =>
  insertPayout(services, { id: 'pay_a', merchantId: 'mer_a', ...details })
const remind = (actor: UserActor = admin, payoutId = 'pay_a') => remindOwners(contextAs(services, actor), { payoutId })
const later = (hours: number) => services.clock.set(new Date(now.getTime() + hours * 3_600_000))
const sentTo = async () => (await services.db.select().from(outboxMails)).map(({ toAddress }) => toAddress)

describe('a reminder about missing bank details', () => {
  it('goes to every owner of the merchant and leads to Billing', async () => {
    const other = await asOwner(services, ['mer_a'])
    await payout()
    await remind()
    expect((await sentTo()).sort()).toEqual([owner.email, other.email].sort())
    const [mail] = await mailsTo(services, owner.email)
    expect(mail).toMatchObject({
      template: 'bank_missing',
      subject: 'Bank details for Tide & Bean ☕ are incomplete',
      link: expect.stringMatching(/\/settings\/billing\?openMerchant=mer_a/),
    })
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('No bank account on file.')
  })

  it('shows nothing of a draft, which owners cannot see', async () => {
    await payout({ grossMinor: 123_456 })
    await remind()
    const [mail] = await mailsTo(services, owner.email)
    expect(mail?.text).not.toMatch(/1,234|February/)
  })

  it('is sent once a day for each merchant, whatever the payout', async () => {
    await payout()
    await payout({ id: 'pay_eur', currency: 'eur' })
    await remind()
    for (const id of ['pay_a', 'pay_eur'])
      await expect(remind(admin, id)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'ALREADY_REMINDED' })
    later(23.9)
    await expect(remind()).rejects.toMatchObject({ reason: 'ALREADY_REMINDED' })
    expect(await sentTo()).toHaveLength(1)
    later(24)
    await remind()
    expect(await sentTo()).toHaveLength(2)
  })

  it('is one email for two concurrent requests', async () => {
    await payout()
    const outcomes = await Promise.allSettled([remind(), remind()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await sentTo()).toHaveLength(1)
  })

  it('is audited, and the run and the payout show when it was sent', async () => {
    await payout()
    const reminded = async () => {
      const ctx = contextAs(services, admin)
      const { rows } = await getPayoutRun(ctx, { period: '2026-02' })
      return [rows[0]?.remindedAt, (await getPayout(ctx, { payoutId: 'pay_a' })).remindedAt]
    }
    expect(await reminded()).toEqual([null, null])
    await remind()
    expect(await reminded()).toEqual([now, now])
    const rows = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.action, 'remind_owners'))
    expect(rows).toMatchObject([
      {
        targetType: 'merchant',
        targetId: 'mer_a',
        merchantId: 'mer_a',
        adminUserId: admin.userId,
        after: { problem: 'No bank account on file', owners: 1 },
      },
    ])
  })

  it('is refused where nothing is missing, and once the payout is sent', async () => {
    await payout({ id: 'pay_sent', status: 'sent' })
    await expect(remind(admin, 'pay_sent')).rejects.toMatchObject({ code: 'CONFLICT', reason: 'BANK_COMPLETE' })
    await payout({ period: '2026-01' })
    await insertBankAccount(services, { merchantId: 'mer_a' })
    await expect(remind()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'BANK_COMPLETE' })
    expect(await sentTo()).toEqual([])
  })

  it('is refused without an owner to email, and can be sent once there is one', async () => {
    await insertMerchant(services, { id: 'mer_b' })
    const made = { role: 'merchant_owner', merchantIds: ['mer_b'], email: 'made-up@import.invalid' } as const
    await insertUser(services, { ...made, emailIsPlaceholder: true })
    await payout({ id: 'pay_b', merchantId: 'mer_b' })
    await expect(remind(admin, 'pay_b')).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NO_OWNER' })
    const { email } = await asOwner(services, ['mer_b'])
    await remind(admin, 'pay_b')
    expect(await sentTo()).toEqual([email])
  })

  it('is for administrators, and owners do not see when they were reminded', async () => {
    await payout({ status: 'approved' })
    await expect(remind(owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await remind()
    const ctx = contextAs(services, owner)
    expect((await getPayout(ctx, { payoutId: 'pay_a' })).remindedAt).toBeNull()
  })
})
