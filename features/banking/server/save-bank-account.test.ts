import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asViewer, anonymous } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { SaveBankInput } from '../contract'
import { insertBankAccount } from '../testing/bank-account-factory'
import { openAccountNumber, sealAccountNumber } from './account-number'
import { getBankOverview, isBankOnFile } from './read-bank'
import { saveBankAccount, saveMerchantBankInfo } from './save-bank-account'
import { merchantBankAccounts } from './tables'

let services: TestServices
const as = (actor: UserActor) => contextAs(services, actor)
const info = {
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountName: 'A Bar LLC',
  accountType: 'checking',
} as const

beforeAll(async () => {
  services = await createTestServices()
})

async function merchantWithOwner(details: Parameters<typeof insertMerchant>[1] = {}) {
  const { id } = await insertMerchant(services, { bankVerifiedAt: null, ...details })
  return { merchantId: id, owner: await asOwner(services, [id], { displayName: 'Olive Owner' }) }
}
const save = (actor: UserActor, input: Partial<SaveBankInput> & { merchantId: string }) =>
  saveBankAccount(as(actor), { version: 0, bankInfo: info, ...input })
const rowOf = async (merchantId: string) =>
  (await services.db.select().from(merchantBankAccounts).where(eq(merchantBankAccounts.merchantId, merchantId)))[0]
const numberOf = async (merchantId: string) => {
  const row = await rowOf(merchantId)
  return openAccountNumber(services.fieldCipher, {
    merchantId,
    accountNumberEncrypted: row?.accountNumberEncrypted ?? '',
  })
}
const auditsOf = (merchantId: string) =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.targetType, 'bank_account'), eq(adminAuditLogs.targetId, merchantId)))

describe('saving bank details', () => {
  it('§3 §4 records complete details as verified, on the merchant too', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const now = services.clock.now()
    expect(await getBankOverview(as(owner), { merchantId })).toMatchObject({ state: 'none', bank: null })
    expect(await save(owner, { merchantId })).toEqual({
      success: true,
      warnings: [],
      bank: {
        accountHolderName: 'A Bar LLC',
        accountType: 'checking',
        routingNumber: '021000021',
        accountNumber: '••••6789',
        hasEncryptedAccountNumber: true,
        payoutMethod: 'manual',
        payoutSchedule: 'manual',
        verificationStatus: 'verified',
        verifiedAt: now,
        updatedAt: now,
        changedBy: 'Olive Owner',
        version: 1,
      },
    })
    expect(await getBankOverview(as(owner), { merchantId })).toMatchObject({ state: 'verified', lockedReason: null })
    const [merchant] = await services.db.select().from(merchants).where(eq(merchants.id, merchantId))
    expect(merchant).toMatchObject({ bankVerifiedAt: now, version: 2 })
    expect(await numberOf(merchantId)).toBe('000123456789')
    expect(JSON.stringify(await rowOf(merchantId))).not.toContain('000123456789')
  })

  it('§5 strips all kinds of whitespace from both numbers', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const bankInfo = {
      ...info,
      routingNumber: ' 021-000\u00a0021.\t',
      accountNumber: '\ufeff0001\u200b2345\u2003 6789\n',
    }
    await save(owner, { merchantId, bankInfo })
    expect(await rowOf(merchantId)).toMatchObject({ routingNumber: '021000021', accountLast4: '6789' })
    expect(await numberOf(merchantId)).toBe('000123456789')
  })

  it('§5 §G32 keeps the stored numbers when they are blank', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    await save(owner, { merchantId })
    const before = await rowOf(merchantId)
    const { accountNumber: _, ...withoutNumber } = info
    const bankInfos = [
      { ...withoutNumber, accountName: 'Second LLC' },
      { ...info, accountNumber: '', accountName: 'Third LLC' },
      { ...info, routingNumber: ' \u200b', accountNumber: '\u3000', accountName: 'Fourth LLC' },
    ]
    for (const [at, bankInfo] of bankInfos.entries()) await save(owner, { merchantId, version: at + 1, bankInfo })
    expect(await rowOf(merchantId)).toMatchObject({
      accountHolderName: 'Fourth LLC',
      accountNumberEncrypted: before?.accountNumberEncrypted,
      routingNumber: '021000021',
      version: 4,
    })
  })

  it('refuses a blank account number if none is stored, with its field', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const refusal = { code: 'BAD_REQUEST', reason: 'NUMBER_MISSING' }
    await expect(save(owner, { merchantId, bankInfo: { ...info, accountNumber: ' ' } })).rejects.toMatchObject({
      ...refusal,
      detail: { field: 'accountNumber' },
    })
    await expect(save(owner, { merchantId, bankInfo: { ...info, routingNumber: '' } })).rejects.toMatchObject({
      ...refusal,
      detail: { field: 'routingNumber' },
    })
    await insertBankAccount(services, { merchantId, accountNumberEncrypted: null, keyId: null, accountLast4: null })
    await expect(
      save(owner, { merchantId, version: 1, bankInfo: { ...info, accountNumber: '' } }),
    ).rejects.toMatchObject(refusal)
    expect(await getBankOverview(as(owner), { merchantId })).toMatchObject({ state: 'incomplete' })
  })

  it('asks again for a number that cannot be decrypted, and never shows it as verified', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const { accountNumberEncrypted } = sealAccountNumber(services.fieldCipher, 'mer_other', '000111222333')
    await insertBankAccount(services, { merchantId, accountNumberEncrypted })
    expect(await getBankOverview(as(owner), { merchantId })).toMatchObject({
      state: 'unreadable',
      bank: { verificationStatus: null, verifiedAt: null, version: 1 },
    })
    expect(await isBankOnFile(as(owner), { merchantId })).toEqual({ onFile: false })
    await expect(
      save(owner, { merchantId, version: 1, bankInfo: { ...info, accountNumber: '' } }),
    ).rejects.toMatchObject({ message: 'The number on file can’t be decrypted. Enter the account number.' })
    await save(owner, { merchantId, version: 1 })
    expect(await getBankOverview(as(owner), { merchantId })).toMatchObject({ state: 'verified' })
  })

  it('warns about a wrong routing checksum but saves it', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const bankInfo = { ...info, routingNumber: '021000022' }
    expect(await save(owner, { merchantId, bankInfo })).toMatchObject({ warnings: ['ROUTING_CHECKSUM'] })
    expect(await rowOf(merchantId)).toMatchObject({ routingNumber: '021000022', verificationStatus: 'verified' })
  })

  it.each([
    ['accountName', { accountName: ' \t ' }],
    ['routingNumber', { routingNumber: '12/34' }],
    ['routingNumber', { routingNumber: '123' }],
    ['accountNumber', { accountNumber: '1'.repeat(35) }],
    ['accountNumber', { accountNumber: "1234'--" }],
  ])('refuses a wrong %s with its field and without repeating it', async (field, wrong) => {
    const { merchantId, owner } = await merchantWithOwner()
    const error: unknown = await save(owner, { merchantId, bankInfo: { ...info, ...wrong } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: 'BAD_REQUEST', detail: { field } })
    for (const text of Object.values(wrong)) expect(String(error)).not.toContain(text)
    expect(await rowOf(merchantId)).toBeUndefined()
  })

  it('writes one audit row with the changed field names and last digits only', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    await save(owner, { merchantId })
    await save(owner, { merchantId, version: 1, bankInfo: { ...info, accountNumber: '000999888777' } })
    const [first, second] = await auditsOf(merchantId)
    expect(first).toMatchObject({ action: 'update_bank_account', merchantId, before: null, adminUserId: owner.userId })
    expect(first?.after).toEqual({
      changed: ['accountHolderName', 'accountType', 'routingNumber', 'accountNumber', 'verificationStatus'],
      accountLast4: '6789',
    })
    expect([second?.before, second?.after]).toEqual([
      { accountLast4: '6789' },
      { changed: ['accountNumber'], accountLast4: '8777' },
    ])
  })

  it('writes, notifies and emails nothing when the values are unchanged', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const { bank } = await save(owner, { merchantId })
    const mails = (await mailsTo(services, owner.email)).length
    const again = await save(owner, { merchantId, version: 1, bankInfo: { ...info, accountNumber: '' } })
    expect(again.bank).toEqual(bank)
    expect([(await auditsOf(merchantId)).length, (await mailsTo(services, owner.email)).length]).toEqual([1, mails])
  })

  it('refuses the second of two editors, and the second of two first saves', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const results = await Promise.allSettled([
      save(owner, { merchantId }),
      save(await asAdmin(services), { merchantId, bankInfo: { ...info, accountName: 'Other LLC' } }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(save(owner, { merchantId, version: 0 })).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    await expect(save(owner, { merchantId, version: 2 })).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect((await rowOf(merchantId))?.version).toBe(1)
  })

  it('§7 lets the callable without a version overwrite as the last writer', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    expect(await saveMerchantBankInfo(as(owner), { merchantId, bankInfo: info })).toEqual({
      success: true,
      warnings: [],
    })
    await saveMerchantBankInfo(as(owner), { merchantId, bankInfo: { ...info, accountName: 'Last LLC' } })
    expect(await rowOf(merchantId)).toMatchObject({ accountHolderName: 'Last LLC', version: 2 })
  })

  it('is rate limited', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    for (let version = 0; version < 20; version++)
      await save(owner, { merchantId, version, bankInfo: { ...info, accountName: `Name ${version}` } })
    await expect(save(owner, { merchantId, version: 20 })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('the emails about changed bank details', () => {
  it('go to all active owners and administrators, and contain no number', async () => {
    const { merchantId, owner } = await merchantWithOwner({ name: 'Foxglove <b>Tea</b>' })
    const partner = await asOwner(services, [merchantId])
    const [admin, legacy] = [await asAdmin(services), await asOwner(services, [], { adminRecord: false })]
    await services.db
      .update(users)
      .set({ claims: { isQuaffAdmin: true } })
      .where(eq(users.id, legacy.userId))
    const others = [
      await asOwner(services, [merchantId], { status: 'suspended' }),
      await asAdmin(services, { status: 'suspended' }),
      await asViewer(services, [merchantId]),
      (await merchantWithOwner()).owner,
    ]
    await save(owner, { merchantId })
    for (const { email } of [owner, partner]) {
      const [mail] = await mailsTo(services, email)
      expect(mail).toMatchObject({
        template: 'bank_changed',
        link: expect.stringMatching(/\/settings\/billing\?openMerchant=mer_/),
      })
      expect(mail?.text.replaceAll('\n', ' ')).toContain('added by Olive Owner on March 10, 2026 at 12:00 PM (UTC).')
      expect(mail?.text).toContain('••••6789')
      expect(mail?.html).toContain('Foxglove &lt;b&gt;Tea')
      expect(`${mail?.html}${mail?.text}`).not.toContain('3456789')
    }
    for (const { email } of [admin, legacy])
      expect((await mailsTo(services, email))[0]?.link).toBe(`http://127.0.0.1:3000/merchants?id=${merchantId}`)
    for (const { email } of others) expect(await mailsTo(services, email)).toEqual([])
  })

  it('are queued in the transaction of the change: no email for a refused one', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const before = (await services.db.select({ id: outboxMails.id }).from(outboxMails)).length
    await expect(save(owner, { merchantId, version: 7 })).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect((await services.db.select({ id: outboxMails.id }).from(outboxMails)).length).toBe(before)
  })
})

describe('access to bank details', () => {
  it('refuses viewers, custom roles and outsiders; viewers see only if an account is on file', async () => {
    const { merchantId } = await merchantWithOwner()
    const viewer = await asViewer(services, [merchantId])
    for (const actor of [viewer, await asCustomRole(services)]) {
      await expect(save(actor, { merchantId })).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE' })
      await expect(getBankOverview(as(actor), { merchantId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    const stranger = contextAs(services, anonymous)
    await expect(getBankOverview(stranger, { merchantId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await isBankOnFile(as(viewer), { merchantId })).toEqual({ onFile: false })
    await insertBankAccount(services, { merchantId })
    expect(await isBankOnFile(as(viewer), { merchantId })).toEqual({ onFile: true })
  })

  it('gives a foreign merchant the same answer as a missing one', async () => {
    const [{ owner }, { merchantId: foreign }] = [await merchantWithOwner(), await merchantWithOwner()]
    for (const call of [getBankOverview, isBankOnFile]) {
      const errors = await Promise.all(
        [foreign, 'mer_missing'].map((merchantId) => call(as(owner), { merchantId }).catch((error: unknown) => error)),
      )
      expect(errors[0]).toEqual(errors[1])
      expect(errors[0]).toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(save(owner, { merchantId: foreign })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const admin = await asAdmin(services)
    await expect(save(admin, { merchantId: 'mer_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('allows an owner in onboarding, whose merchant is not in the claims yet', async () => {
    const { merchantId } = await merchantWithOwner({ status: 'pending' })
    const owner = await asOwner(services, [], { ownMerchantIds: [merchantId] })
    expect(await save(owner, { merchantId })).toMatchObject({ success: true })
  })

  it('refuses an archived merchant, and a declined one for owners, with a sentence', async () => {
    const { merchantId, owner } = await merchantWithOwner({ status: 'archived' })
    const admin = await asAdmin(services)
    for (const actor of [owner, admin]) {
      await expect(save(actor, { merchantId })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This merchant is archived, so you can’t change its bank details. Restore it first.',
      })
    }
    expect((await getBankOverview(as(owner), { merchantId })).lockedReason).toContain('archived')
    await services.db.update(merchants).set({ status: 'rejected' }).where(eq(merchants.id, merchantId))
    await expect(save(owner, { merchantId })).rejects.toMatchObject({ reason: 'MERCHANT_LOCKED' })
    expect((await getBankOverview(as(owner), { merchantId })).lockedReason).toContain('rejected')
    expect((await getBankOverview(as(admin), { merchantId })).lockedReason).toBeNull()
    expect(await save(admin, { merchantId })).toMatchObject({ success: true })
  })

  it('§G22 refuses SIGN_IN_AGAIN when the sign-in is older than five minutes', async () => {
    const { merchantId, owner } = await merchantWithOwner()
    const at = (ageMs: number) => ({ ...owner, authenticatedAt: new Date(services.clock.now().getTime() - ageMs) })
    const refusal = { code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' }
    await expect(save(at(300_001), { merchantId })).rejects.toMatchObject(refusal)
    await expect(saveMerchantBankInfo(as(at(300_001)), { merchantId, bankInfo: info })).rejects.toMatchObject(refusal)
    expect(await rowOf(merchantId)).toBeUndefined()
    expect(await save(at(300_000), { merchantId })).toMatchObject({ success: true })
    expect(await getBankOverview(as(at(86_400_000)), { merchantId })).toMatchObject({ state: 'verified' })
  })
})
