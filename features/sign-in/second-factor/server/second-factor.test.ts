import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '@quaff/features/sessions/tables'
import type { UserActor } from '@quaff/platform/server'
import { codeOfStep, timeStep } from '@quaff/platform/server/one-time-password'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { demandSecondFactor, insertSecondFactor } from '../../testing/second-factor-factory'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor'
import { openSecret } from './second-factor-keys'
import { findFactor } from './second-factor-store'

let services: TestServices
const as = (actor: UserActor) => contextAs(services, actor)
const signInAgain = { code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' }
const wrong = { reason: 'WRONG_APP_CODE' }

beforeAll(async () => {
  services = await createTestServices()
})

afterEach(async () => {
  await demandSecondFactor(services, false)
})

/** The code in the app after scanning the key. */
async function codeNow(userId: string, steps = 0): Promise<string> {
  const factor = await findFactor(services.db, userId)
  if (!factor) throw new Error('no key')
  return codeOfStep(openSecret(services.fieldCipher, factor), timeStep(services.clock.now()) + steps)
}

const auditedActions = async (userId: string) =>
  (await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, userId))).map(
    ({ action }) => action,
  )

const recoveryCodeOf = (shown: readonly string[], at = 0) => (shown[at] ?? '').replace('-', '')

describe('setting up the app', () => {
  it('counts only with its first code, shows ten recovery codes, ends other sessions and mails the person', async () => {
    const actor = await asOwner(services, ['mer_1'])
    const other = { ...actor, sessionId: 'ses_other', userId: actor.userId }
    const [row] = await services.db.select().from(sessions).where(eq(sessions.id, actor.sessionId))
    if (row) await services.db.insert(sessions).values({ ...row, id: other.sessionId, tokenHash: 'other' })
    const { uri, key } = await beginSecondFactor(as(actor))
    expect(new URL(uri).searchParams.get('secret')).toBe(key)
    expect(await getSecondFactor(as(actor))).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    await expect(confirmSecondFactor(as(actor), { code: '000000' })).rejects.toMatchObject(wrong)
    const { recoveryCodes } = await confirmSecondFactor(as(actor), { code: await codeNow(actor.userId) })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    expect(await getSecondFactor(as(actor))).toMatchObject({ isOn: true, recoveryCodesLeft: 10, isRequired: false })
    const left = await services.db.select().from(sessions).where(eq(sessions.userId, actor.userId))
    expect(left.map(({ id }) => id)).toEqual([actor.sessionId])
    expect((await mailsTo(services, actor.email)).map(({ template }) => template)).toEqual(['second_factor_on'])
    expect(await auditedActions(actor.userId)).toEqual(['enable_second_factor'])
  })

  it('needs a recent sign-in, and says so', async () => {
    const actor = await asAdmin(services)
    services.clock.advance(5 * 60_000 + 1)
    await expect(beginSecondFactor(as(actor))).rejects.toMatchObject(signInAgain)
    expect(await findFactor(services.db, actor.userId)).toBeNull()
  })

  it('is refused while another app is set up', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    await expect(beginSecondFactor(as(actor))).rejects.toMatchObject({ code: 'CONFLICT', reason: 'ALREADY_ON' })
    const again = confirmSecondFactor(as(actor), { code: app.code() })
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', reason: 'START_AGAIN' })
  })

  it('takes a code of the last key only, and for fifteen minutes', async () => {
    const actor = await asAdmin(services)
    await beginSecondFactor(as(actor))
    const old = await codeNow(actor.userId)
    await beginSecondFactor(as(actor))
    await expect(confirmSecondFactor(as(actor), { code: old })).rejects.toMatchObject(wrong)
    services.clock.advance(15 * 60_000 + 1)
    const late = confirmSecondFactor(as(actor), { code: await codeNow(actor.userId) })
    await expect(late).rejects.toMatchObject({ reason: 'START_AGAIN' })
  })

  it('confirmed twice at once gives recovery codes once', async () => {
    const actor = await asAdmin(services)
    await beginSecondFactor(as(actor))
    const code = await codeNow(actor.userId)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => confirmSecondFactor(as(actor), { code })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('keeps the secret encrypted, bound to its owner', async () => {
    const [one, other] = [await asAdmin(services), await asAdmin(services)]
    const app = await insertSecondFactor(services, one.userId)
    const factor = await findFactor(services.db, one.userId)
    if (!factor) throw new Error('no key')
    expect(JSON.stringify(factor)).not.toContain(app.secret)
    expect(openSecret(services.fieldCipher, factor)).toBe(app.secret)
    expect(() => openSecret(services.fieldCipher, { ...factor, userId: other.userId })).toThrow(/can’t be decrypted/)
  })

  it('uses its first code up: it opens no endpoint afterwards', async () => {
    const actor = await asAdmin(services)
    await beginSecondFactor(as(actor))
    const code = await codeNow(actor.userId)
    await confirmSecondFactor(as(actor), { code })
    await expect(turnOffSecondFactor(as(actor), { code })).rejects.toMatchObject(wrong)
  })
})

describe('turning the app off', () => {
  it('takes a recent sign-in and a code, is audited and mailed', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    await expect(turnOffSecondFactor(as(actor), { code: '000000' })).rejects.toMatchObject(wrong)
    expect(await turnOffSecondFactor(as(actor), { code: app.code() })).toEqual({ success: true })
    expect(await findFactor(services.db, actor.userId)).toBeNull()
    expect(await auditedActions(actor.userId)).toEqual(['disable_second_factor'])
    expect((await mailsTo(services, actor.email)).map(({ template }) => template)).toEqual(['second_factor_off'])
  })

  it('is refused to a session that signed in long ago, even with the right code', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    services.clock.advance(5 * 60_000 + 1)
    await expect(turnOffSecondFactor(as(actor), { code: app.code() })).rejects.toMatchObject(signInAgain)
    expect(await findFactor(services.db, actor.userId)).not.toBeNull()
  })

  it('takes a recovery code from anyone who lost the phone', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    const recoveryCode = recoveryCodeOf(app.recoveryCodes)
    expect(await turnOffSecondFactor(as(actor), { recoveryCode })).toEqual({ success: true })
  })

  it('is refused to administrators while the platform demands it, not to owners', async () => {
    await demandSecondFactor(services)
    const [admin, owner] = [await asAdmin(services), await asOwner(services, ['mer_1'])]
    const [app, owners] = [
      await insertSecondFactor(services, admin.userId),
      await insertSecondFactor(services, owner.userId),
    ]
    const attempt = turnOffSecondFactor(as(admin), { code: app.code() })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'REQUIRED' })
    expect(await getSecondFactor(as(admin))).toMatchObject({ isOn: true, isRequired: true })
    expect(await turnOffSecondFactor(as(owner), { code: owners.code() })).toEqual({ success: true })
  })
})

describe('new recovery codes', () => {
  it('kill the older ones, and take a recent sign-in and a code', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    await expect(renewRecoveryCodes(as(actor), { code: '000000' })).rejects.toMatchObject(wrong)
    const { recoveryCodes } = await renewRecoveryCodes(as(actor), { code: app.code() })
    const old = turnOffSecondFactor(as(actor), { recoveryCode: recoveryCodeOf(app.recoveryCodes) })
    await expect(old).rejects.toMatchObject({ reason: 'WRONG_RECOVERY_CODE' })
    expect((await mailsTo(services, actor.email)).map(({ template }) => template)).toEqual(['recovery_codes_renewed'])
    const recoveryCode = recoveryCodeOf(recoveryCodes, 9)
    expect(await turnOffSecondFactor(as(actor), { recoveryCode })).toEqual({ success: true })
  })

  it('are refused without an app', async () => {
    const actor = await asAdmin(services)
    await expect(renewRecoveryCodes(as(actor), { code: '123456' })).rejects.toMatchObject(wrong)
  })

  it('are refused to a session that signed in long ago', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    services.clock.advance(5 * 60_000 + 1)
    await expect(renewRecoveryCodes(as(actor), { code: app.code() })).rejects.toMatchObject(signInAgain)
  })
})
