import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { checkCode, findToken, hashSecret, issueSecret, replaceSecret, consumeToken } from './one-time-secrets'
import type { SecretPurpose } from './purposes'
import { forgetAddresses, forgetSecrets, pruneSecrets, revokeSecrets, consumeSecret } from './secret-store'
import { oneTimeSecrets } from './tables'

const lifetimeMs = 600_000
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const ctx = () => contextAs(services)
const newPerson = async () => (await insertUser(services, {})).id
const countOf = (userId: string) => services.db.$count(oneTimeSecrets, eq(oneTimeSecrets.userId, userId))

async function sendCode(userId: string, code = '123456', purpose: SecretPurpose = 'activation'): Promise<void> {
  const secret = { purpose, secret: code, boundTo: [userId], userId, lifetimeMs } as const
  await inTransaction(ctx(), (tx) => replaceSecret(ctx(), tx, secret))
}
const check = (userId: string, code = '123456', { boundTo = userId, purpose = 'activation' as SecretPurpose } = {}) =>
  checkCode(ctx(), { holder: { userId }, purpose, attempts: 5 }, { code, boundTo: [boundTo] })
const enter = (id: string) => inTransaction(ctx(), (tx) => consumeSecret(tx, id, services.clock.now()))

async function sendLink(purpose: SecretPurpose = 'sign_in', subject?: string) {
  const token = services.secrets.newToken()
  const { id: userId, email } = await insertUser(services, {})
  await issueSecret(ctx(), services.db, { purpose, secret: token, userId, subject: subject ?? email, lifetimeMs })
  return { token, userId, email }
}

describe('a code', () => {
  it('works once', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    const found = await check(userId)
    expect([await enter(found?.id ?? ''), await enter(found?.id ?? '')]).toEqual([true, false])
    expect(await check(userId)).toBeNull()
  })

  it('works for one of several concurrent uses', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    const found = await Promise.all([1, 2, 3].map(() => check(userId)))
    const entered = await Promise.all(found.map((one) => enter(one?.id ?? '')))
    expect(entered.filter(Boolean)).toHaveLength(1)
  })

  it('allows five attempts, the right one included', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    for (let attempt = 0; attempt < 4; attempt++) expect(await check(userId, '000000')).toBeNull()
    expect(await check(userId)).not.toBeNull()
    expect(await check(userId)).toBeNull()
  })

  it('counts concurrent guesses', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    await Promise.all(['000001', '000002', '000003', '000004', '000005'].map((code) => check(userId, code)))
    expect(await check(userId)).toBeNull()
  })

  it('expires, also between check and use', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    const found = await check(userId)
    services.clock.advance(lifetimeMs)
    expect([await enter(found?.id ?? ''), await check(userId)]).toEqual([false, null])
  })

  it('is replaced by the next one, which has all its attempts', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    const found = await check(userId)
    for (let attempt = 0; attempt < 4; attempt++) await check(userId, '000000')
    await sendCode(userId, '654321')
    expect([await enter(found?.id ?? ''), await check(userId)]).toEqual([false, null])
    expect(await check(userId, '654321')).not.toBeNull()
  })

  it('of another account, session or purpose does not match', async () => {
    const [ada, ben] = [await newPerson(), await newPerson()]
    await sendCode(ada)
    expect(await check(ben)).toBeNull()
    expect(await check(ada, '123456', { boundTo: 'ses_other' })).toBeNull()
    expect(await check(ada, '123456', { purpose: 'reauthentication' })).toBeNull()
    await sendCode(ada, '222222', 'reauthentication')
    expect(await check(ada)).not.toBeNull()
  })

  it('is found by its email only, if there is no account', async () => {
    const email = 'eve@example.test'
    const code = {
      purpose: 'mailbox:waitlist',
      secret: '123456',
      boundTo: [email],
      subject: email,
      lifetimeMs,
    } as const
    await inTransaction(ctx(), (tx) => replaceSecret(ctx(), tx, code))
    const codes = { holder: { subject: email }, attempts: 5 }
    const given = { code: '123456', boundTo: [email] }
    expect(await checkCode(ctx(), { ...codes, purpose: 'mailbox:registration' }, given)).toBeNull()
    expect(await checkCode(ctx(), { ...codes, purpose: 'mailbox:waitlist' }, given)).not.toBeNull()
  })
})

describe('a token', () => {
  it('works once, also for concurrent uses', async () => {
    const { token, userId } = await sendLink()
    const purposes = ['sign_in', 'invitation'] as const
    expect(await findToken(ctx(), services.db, { token, purposes })).toMatchObject({ userId, purpose: 'sign_in' })
    const used = await Promise.all([1, 2, 3].map(() => consumeToken(ctx(), services.db, { token, purposes })))
    expect(used.filter((one) => one !== null)).toHaveLength(1)
    expect(await findToken(ctx(), services.db, { token, purposes })).toBeNull()
  })

  it('expires', async () => {
    const { token } = await sendLink()
    services.clock.advance(lifetimeMs)
    expect(await consumeToken(ctx(), services.db, { token, purposes: ['sign_in'] })).toBeNull()
  })

  it.each([
    ['a sign-in link resets no password', 'sign_in', 'password_reset'],
    ['a reset signs no one in', 'password_reset', 'sign_in'],
    ['a sign-in link proves no address', 'sign_in', 'proof:registration'],
    ['a proof for a waitlist registers no one', 'proof:waitlist', 'proof:registration'],
    ['a second step is no passkey', 'second_step_password', 'passkey_challenge'],
  ] as const)('%s', async (_, sent, requested) => {
    const { token } = await sendLink(sent)
    expect(await findToken(ctx(), services.db, { token, purposes: [requested] })).toBeNull()
    expect(await consumeToken(ctx(), services.db, { token, purposes: [requested] })).toBeNull()
    expect(await consumeToken(ctx(), services.db, { token, purposes: [sent] })).not.toBeNull()
  })

  it('of another email or browser opens nothing', async () => {
    const { token } = await sendLink('single_sign_on_state', 'browser-1')
    const purposes = ['single_sign_on_state'] as const
    expect(await consumeToken(ctx(), services.db, { token, purposes, subject: 'browser-2' })).toBeNull()
    expect(await consumeToken(ctx(), services.db, { token, purposes, subject: 'browser-1' })).not.toBeNull()
  })

  it('is not found once its account has another email', async () => {
    const { token, userId } = await sendLink()
    await services.db.update(users).set({ email: 'moved@example.test' }).where(eq(users.id, userId))
    expect(await findToken(ctx(), services.db, { token, purposes: ['sign_in'] })).toBeNull()
  })

  it('is not found if the clock was set back since', async () => {
    services.clock.advance(3_600_000)
    const { token } = await sendLink()
    services.clock.advance(-3_600_000)
    expect(await findToken(ctx(), services.db, { token, purposes: ['sign_in'] })).toBeNull()
    services.clock.advance(3_600_000)
  })

  it('is stored as a hash only', async () => {
    const { token, userId } = await sendLink()
    const rows = await services.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, userId))
    expect(rows).toMatchObject([{ hash: services.secrets.hash(token) }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

// Secrets that an earlier version sent are found by these: another text would end them with the update.
describe('hashes', () => {
  it.each([
    ['sign_in', 'token', [], 'token'],
    ['password_reset', 'token', [], 'token'],
    ['activation', '123456', ['usr_1'], 'activation:usr_1:123456'],
    ['reauthentication', '123456', ['ses_1'], 'reauthentication:ses_1:123456'],
    ['email_change', '123456', ['emc_1', 'ses_1'], 'email_change:emc_1:ses_1:123456'],
    ['second_step_link', 'token', [], 'second_step:token'],
    ['mailbox:waitlist', '123456', ['a@b.test'], 'mailbox:waitlist:a@b.test:123456'],
    ['proof:waitlist', 'token', [], 'proof:token'],
    ['passkey_challenge', '["sign_in","token"]', [], 'passkey_challenge:["sign_in","token"]'],
    ['single_sign_on_state', 'token', [], 'single_sign_on_state:token'],
  ] as const)('of %s stay as they were', (purpose, secret, boundTo, text) => {
    expect(hashSecret(ctx(), purpose, secret, boundTo)).toBe(services.secrets.hash(text))
  })
})

describe('what ends', () => {
  it('revoking keeps used secrets, and those of other purposes if one is given', async () => {
    const userId = await newPerson()
    await sendCode(userId)
    await sendCode(userId, '222222', 'reauthentication')
    await inTransaction(ctx(), (tx) => revokeSecrets(tx, { userId }, ['activation']))
    expect([await check(userId), await countOf(userId)]).toEqual([null, 1])
    await enter((await check(userId, '222222', { purpose: 'reauthentication' }))?.id ?? '')
    await inTransaction(ctx(), (tx) => revokeSecrets(tx, { userId }))
    expect(await countOf(userId)).toBe(1)
  })

  it('erasing a user deletes all, and returns the emails that received them', async () => {
    const { userId, token, email } = await sendLink()
    await consumeToken(ctx(), services.db, { token, purposes: ['sign_in'] })
    await sendCode(userId)
    expect(await inTransaction(ctx(), (tx) => forgetSecrets(tx, userId))).toEqual([email])
    expect(await countOf(userId)).toBe(0)
  })

  it('forgetting an email keeps the secrets of its account', async () => {
    const { userId, email } = await sendLink()
    await inTransaction(ctx(), (tx) => forgetAddresses(tx, [email]))
    expect(await countOf(userId)).toBe(1)
  })

  it('pruning keeps expired ones for a day, except challenges', async () => {
    await services.db.delete(oneTimeSecrets)
    const { userId } = await sendLink()
    await issueSecret(ctx(), services.db, { purpose: 'passkey_challenge', secret: 'x', lifetimeMs })
    services.clock.advance(lifetimeMs + 1)
    await pruneSecrets(services)
    expect([await countOf(userId), await services.db.$count(oneTimeSecrets)]).toEqual([1, 1])
    services.clock.advance(86_400_000)
    await pruneSecrets(services)
    expect(await services.db.$count(oneTimeSecrets)).toBe(0)
  })
})
