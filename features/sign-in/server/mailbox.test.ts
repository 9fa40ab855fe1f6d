import { beforeAll, describe, expect, it } from 'vitest'
import { pruneSecrets } from '@quaff/features/one-time-secrets/server'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { emailVerificationLimits, emailVerificationPurposes } from '../email-verification-contract'
import { emailVerificationRefusals } from '../refusals'
import { checkEmailCode, requireVerifiedEmail, sendEmailCode } from './email-verification'

let services: TestServices
let networks = 0
const stranger = () => contextAs(services, undefined, { network: `network-${++networks}` })
const purpose = 'waitlist'
const refusedCode = { code: 'BAD_REQUEST', reason: 'CODE', message: emailVerificationRefusals.CODE.text }

beforeAll(async () => {
  services = await createTestServices()
})

async function mailedCode(email: string): Promise<string> {
  await sendEmailCode(stranger(), { email, purpose })
  return (await mailsTo(services, email))[0]?.code ?? ''
}
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a mailbox code', () => {
  it('§G18 §0023 proves the mailbox to which it was sent, for an hour, and for one purpose', async () => {
    const ctx = stranger()
    const token = await verifyEmail(ctx, 'ana@venue.test', 'merchant_signup')
    expect(await requireVerifiedEmail(ctx, services.db, { token, purpose: 'merchant_signup' })).toBe('ana@venue.test')
    for (const other of emailVerificationPurposes.filter((one) => one !== 'merchant_signup'))
      await expect(requireVerifiedEmail(ctx, services.db, { token, purpose: other })).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
        reason: 'PROOF',
      })
    services.clock.advance(emailVerificationLimits.proofMs - 1)
    expect(await requireVerifiedEmail(ctx, services.db, { token, purpose: 'merchant_signup' })).toBe('ana@venue.test')
    services.clock.advance(1)
    await expect(requireVerifiedEmail(ctx, services.db, { token, purpose: 'merchant_signup' })).rejects.toMatchObject({
      reason: 'PROOF',
    })
  })

  it('§G18 is neither stored nor said: the rows hold keyed hashes', async () => {
    const email = 'quiet@venue.test'
    const code = await mailedCode(email)
    const { token } = await checkEmailCode(stranger(), { email, purpose, code })
    const rows = JSON.stringify(await services.db.select().from(oneTimeSecrets))
    expect(code).toMatch(/^\d{6}$/)
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(token)
  })

  it('§G18 works once', async () => {
    const email = 'once@venue.test'
    const code = await mailedCode(email)
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => checkEmailCode(stranger(), { email, purpose, code })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(checkEmailCode(stranger(), { email, purpose, code })).rejects.toMatchObject(refusedCode)
  })

  it('§G18 is refused when it is wrong, late, of another address or purpose, or replaced by a newer one', async () => {
    const email = 'late@venue.test'
    const first = await mailedCode(email)
    await expect(checkEmailCode(stranger(), { email, purpose, code: otherThan(first) })).rejects.toMatchObject(
      refusedCode,
    )
    await expect(checkEmailCode(stranger(), { email: 'other@venue.test', purpose, code: first })).rejects.toMatchObject(
      refusedCode,
    )
    await expect(checkEmailCode(stranger(), { email, purpose: 'signup_form', code: first })).rejects.toMatchObject(
      refusedCode,
    )
    const second = await mailedCode(email)
    if (second !== first)
      await expect(checkEmailCode(stranger(), { email, purpose, code: first })).rejects.toMatchObject(refusedCode)
    services.clock.advance(emailVerificationLimits.codeMs)
    await expect(checkEmailCode(stranger(), { email, purpose, code: second })).rejects.toMatchObject(refusedCode)
  })

  it('§G18 bears five tries, also of many at once', async () => {
    const email = 'guess@venue.test'
    const code = await mailedCode(email)
    await Promise.allSettled(
      Array.from({ length: 12 }, () => checkEmailCode(stranger(), { email, purpose, code: otherThan(code) })),
    )
    await expect(checkEmailCode(stranger(), { email, purpose, code })).rejects.toMatchObject(refusedCode)
  })
})

describe('asking for codes', () => {
  it('§G17 mails an address three times an hour, whatever for, and answers alike afterwards', async () => {
    const email = 'bombed@venue.test'
    for (const one of [...emailVerificationPurposes, ...emailVerificationPurposes])
      expect(await sendEmailCode(stranger(), { email, purpose: one })).toEqual({ success: true })
    expect(await mailsTo(services, email)).toHaveLength(emailVerificationLimits.codesPerHour)
  })

  it('is refused to a network after twenty in an hour', async () => {
    const ctx = stranger()
    for (let count = 0; count < 20; count++) await sendEmailCode(ctx, { email: `n${count}@venue.test`, purpose })
    await expect(sendEmailCode(ctx, { email: 'n21@venue.test', purpose })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    expect(await mailsTo(services, 'n21@venue.test')).toEqual([])
  })

  it('§G17 names no one in the mail, and says what the code is for', async () => {
    const email = 'reader@venue.test'
    await sendEmailCode(stranger(), { email, purpose: 'merchant_signup' })
    const [mail] = await mailsTo(services, email)
    expect(mail).toMatchObject({
      template: 'mailbox_code_merchant_signup',
      subject: 'Your Quaff verification code · 1:10:00 PM UTC',
    })
    expect(mail?.text).toContain('apply as a Quaff merchant')
  })
})

it('what cannot be used any more is forgotten a day later', async () => {
  await mailedCode('gone@venue.test')
  await verifyEmail(stranger(), 'gone2@venue.test', purpose)
  await pruneSecrets(services)
  expect(await services.db.$count(oneTimeSecrets)).toBeGreaterThan(0)
  services.clock.advance(25 * 3_600_000 + emailVerificationLimits.proofMs)
  await pruneSecrets(services)
  expect(await services.db.$count(oneTimeSecrets)).toBe(0)
})
