import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { UserActor } from '@quaff/platform/server'
import { outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { approvePayout, reopenPayout } from '../../progress/server/change-payout'
import { insertPayout, type PayoutDetails } from '../../testing/payout-factory'

let services: TestServices
let people: Record<'admin' | 'owner' | 'other' | 'viewer' | 'foreign', UserActor>
beforeEach(async () => {
  services = await createTestServices()
  await insertMerchant(services, { id: 'mer_a', name: 'Tide & Bean\u202E ☕' })
  await insertMerchant(services, { id: 'mer_b' })
  people = {
    admin: await asAdmin(services),
    owner: await asOwner(services, ['mer_a']),
    other: await asOwner(services, ['mer_b', 'mer_a']),
    viewer: await asViewer(services, ['mer_a']),
    foreign: await asOwner(services, ['mer_b']),
  }
  return () => services.close()
})

const payout = (details: Partial<PayoutDetails> = {}) =>
  insertPayout(services, { id: 'pay_a', merchantId: 'mer_a', ...details })
const approve = (version = 1, payoutId = 'pay_a') =>
  approvePayout(contextAs(services, people.admin), { payoutId, version })
const oneLine = (text = '') => text.replaceAll(/\s+/g, ' ')
const sentTo = async () => (await services.db.select().from(outboxMails)).map(({ toAddress }) => toAddress).sort()

describe('an approved statement', () => {
  it('§0020 is emailed to every owner of its merchant and to no one else', async () => {
    await insertUser(services, {
      role: 'merchant_owner',
      merchantIds: ['mer_a'],
      email: 'made-up@import.invalid',
      emailIsPlaceholder: true,
    })
    await payout({ grossMinor: 123_456 })
    await approve()
    expect(await sentTo()).toEqual([people.owner.email, people.other.email].sort())
    const [mail] = await mailsTo(services, people.owner.email)
    expect(mail).toMatchObject({
      template: 'payout_statement',
      subject: 'Your February 2026 payout statement – Tide & Bean ☕',
      link: expect.stringMatching(/\/payouts\?id=pay_a&openMerchant=/),
    })
    expect(oneLine(mail?.text)).toContain(
      'The February 2026 statement for Tide & Bean ☕ is ready. Payout: USD 1,234.56.',
    )
  })

  it.each([
    ['jpy', 'JPY 2,900'],
    ['kwd', 'KWD 2.900'],
  ])('shows its amount in the digits of %s', async (currency, amount) => {
    await payout({ currency })
    await approve()
    expect(oneLine((await mailsTo(services, people.owner.email))[0]?.text)).toContain(`Payout: ${amount}.`)
  })

  it('§0020 is one email per payout, and another after it is reopened and approved again', async () => {
    await payout()
    await payout({ id: 'pay_eur', currency: 'eur' })
    await approve()
    await approve(1, 'pay_eur')
    expect(await mailsTo(services, people.owner.email)).toHaveLength(2)
    await reopenPayout(contextAs(services, people.admin), { payoutId: 'pay_a', version: 2 })
    expect(await mailsTo(services, people.owner.email)).toHaveLength(2)
    await approve(3)
    expect(await mailsTo(services, people.owner.email)).toHaveLength(3)
  })

  it('is not emailed on a retry of a failed payment, nor after a refused approval', async () => {
    await payout({ status: 'failed' })
    await approve()
    await payout({ id: 'pay_below', period: '2026-01', grossMinor: 0, adjustmentsMinor: -1 })
    await expect(approve(1, 'pay_below')).rejects.toMatchObject({ reason: 'PAYOUT_NEGATIVE' })
    await payout({ id: 'pay_stale', period: '2025-12' })
    await expect(approve(9, 'pay_stale')).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect(await sentTo()).toEqual([])
  })
})
