import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { setupAccount } from '../../server/activate-account'
import { resetPassword } from '../../server/reset-password'
import { completeSignIn } from '../../server/sign-in-with-link'
import { signInWithPassword } from '../../server/sign-in-with-password'
import { secondFactors } from '../../server/tables'
import { insertInvitedUser, tokenFromEmail } from '../../testing/invited-user-factory'
import { insertSecondFactor } from '../../testing/second-factor-factory'
import { findFactor } from './second-factor-store'
import { completeSecondStep } from './second-step'

let services: TestServices
let networks = 0
const as = (actor?: UserActor, browser: string | null = null) =>
  contextAs(services, actor, { network: `network-${++networks}`, browser })
const password = 'correct horse 7'
const sessionsOf = (id: string) => services.db.select().from(sessions).where(eq(sessions.userId, id))
const over = { code: 'BAD_REQUEST', reason: 'SECOND_STEP_OVER' }
const wrong = { code: 'BAD_REQUEST', reason: 'WRONG_APP_CODE', detail: { field: 'code' } }

beforeAll(async () => {
  services = await createTestServices()
})

/** Someone with an app, signed in nowhere. */
async function person(insert: typeof asAdmin = asAdmin) {
  const actor = await insert(services, { password })
  await services.db.delete(sessions).where(eq(sessions.userId, actor.userId))
  return { actor, app: await insertSecondFactor(services, actor.userId) }
}

type Endpoint = (actor: UserActor, ctx?: ReturnType<typeof as>) => Promise<object>

const byPassword: Endpoint = (actor, ctx = as()) => signInWithPassword(ctx, { email: actor.email, password })
const byLink: Endpoint = async ({ userId: id, email }, ctx = as()) =>
  completeSignIn(ctx, { email, token: await tokenFromEmail(services, { id, email }, 'sign_in') })

async function challengeOf(actor: UserActor, endpoint: Endpoint = byPassword): Promise<string> {
  const answer = await endpoint(actor)
  if (!('secondStep' in answer)) throw new Error('no second step')
  const { secondStep } = answer
  if (typeof secondStep !== 'object' || secondStep === null || !('challenge' in secondStep))
    throw new Error('no challenge')
  return String(secondStep.challenge)
}

const endpoints: [name: string, endpoint: Endpoint][] = [
  ['the password', byPassword],
  ['a mailed link', byLink],
]
const roles: [name: string, insert: typeof asAdmin][] = [
  ['an administrator', asAdmin],
  ['an owner', (of, details) => asOwner(of, ['mer_1'], details)],
  ['a viewer', (of, details) => asViewer(of, ['mer_1'], details)],
]
const everyEndpoint = endpoints.flatMap(([name, endpoint]) =>
  roles.map(([who, insert]) => ({ name, endpoint, who, insert })),
)

describe.each(everyEndpoint)('$who at the endpoint of $name', ({ endpoint, insert }) => {
  it('§G16 gets no session before the code, and one with it', async () => {
    const { actor, app } = await person(insert)
    const first = as()
    expect(await endpoint(actor, first)).toEqual({
      secondStep: { challenge: expect.any(String), expiresAt: expect.any(Date) },
    })
    expect([first.cookies.session, await sessionsOf(actor.userId)]).toEqual([undefined, []])
    const ctx = as()
    const { session } = await completeSecondStep(ctx, {
      challenge: await challengeOf(actor, endpoint),
      code: app.code(),
    })
    expect(session.user.uid).toBe(actor.userId)
    const opened = await resolveActor(services, ctx.cookies.session?.token ?? null)
    expect(opened).toMatchObject({ kind: 'user', userId: actor.userId, role: actor.role })
  })

  it('is asked for nothing more without an app', async () => {
    const actor = await insert(services, { password })
    const ctx = as()
    expect(await endpoint(actor, ctx)).not.toHaveProperty('secondStep')
    expect(ctx.cookies.session?.token).toBeDefined()
  })

  it('is asked for nothing more while the app is not confirmed', async () => {
    const { actor } = await person(insert)
    await services.db.update(secondFactors).set({ confirmedAt: null }).where(eq(secondFactors.userId, actor.userId))
    expect(await endpoint(actor)).not.toHaveProperty('secondStep')
  })
})

describe('the endpoints that open no session', () => {
  it('§G16 a reset password still asks for the code at the next sign-in', async () => {
    const { actor } = await person()
    const ctx = as()
    const token = await tokenFromEmail(services, { id: actor.userId, email: actor.email }, 'password_reset')
    await resetPassword(ctx, { token, password: 'quite another 8' })
    expect(ctx.cookies.session).toBeUndefined()
    expect(await signInWithPassword(as(), { email: actor.email, password: 'quite another 8' })).toHaveProperty(
      'secondStep',
    )
  })

  it('an activation starts without whatever app someone had set up for the account before', async () => {
    const user = await insertInvitedUser(services)
    await insertSecondFactor(services, user.id)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    const given = { email: user.email, displayName: 'Ina Vited', password, invitationToken }
    expect(await setupAccount(as(), given)).toEqual({ success: true })
    expect(await findFactor(services.db, user.id)).toBeNull()
    expect(await signInWithPassword(as(), { email: user.email, password })).not.toHaveProperty('secondStep')
  })
})

describe('a code', () => {
  it('opens one endpoint: 50 at once make one session', async () => {
    const { actor, app } = await person()
    const code = app.code()
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeOf(actor)))
    const home = as(undefined, 'home')
    const tries = Array.from({ length: 50 }, (_, at) =>
      completeSecondStep(home, { challenge: challenges[at % 5] ?? '', code }),
    )
    const opened = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect([opened.length, (await sessionsOf(actor.userId)).length]).toEqual([1, 1])
  })

  it('is not taken twice, nor is an earlier one after it', async () => {
    const { actor, app } = await person()
    const [earlier, code] = [app.code(-1), app.code()]
    await completeSecondStep(as(), { challenge: await challengeOf(actor), code })
    const replay = { challenge: await challengeOf(actor), code }
    await expect(completeSecondStep(as(), replay)).rejects.toMatchObject(wrong)
    await expect(completeSecondStep(as(), { ...replay, code: earlier })).rejects.toMatchObject(wrong)
    services.clock.advance(30_000)
    await expect(completeSecondStep(as(), { ...replay, code: app.code() })).resolves.toBeDefined()
  })

  it.each([
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ])('of a clock that is %i steps off: %s', async (steps, isTaken) => {
    const { actor, app } = await person()
    const attempt = completeSecondStep(as(), { challenge: await challengeOf(actor), code: app.code(steps) })
    expect(await attempt.then(() => true).catch(() => false)).toBe(isTaken)
  })

  it('of another person opens nothing', async () => {
    const [one, other] = [await person(), await person()]
    const attempt = completeSecondStep(as(), { challenge: await challengeOf(one.actor), code: other.app.code() })
    await expect(attempt).rejects.toMatchObject(wrong)
  })
})

describe('a recovery code', () => {
  it('replaces the app once, however it is typed, and emails the person', async () => {
    const { actor, app } = await person()
    const recoveryCode = (app.recoveryCodes[0] ?? '').replace('-', '')
    const { session } = await completeSecondStep(as(), { challenge: await challengeOf(actor), recoveryCode })
    expect(session.user.uid).toBe(actor.userId)
    const [mail] = await mailsTo(services, actor.email)
    expect(mail).toMatchObject({ template: 'recovery_code_used', text: expect.stringContaining('9 left') })
    const again = completeSecondStep(as(), { challenge: await challengeOf(actor), recoveryCode })
    await expect(again).rejects.toMatchObject({ reason: 'WRONG_RECOVERY_CODE', detail: { field: 'recoveryCode' } })
  })

  it('used 50 times at once makes one session', async () => {
    const { actor, app } = await person()
    const recoveryCode = (app.recoveryCodes[3] ?? '').replace('-', '')
    const challenges: string[] = []
    for (let count = 0; count < 5; count++) challenges.push(await challengeOf(actor))
    const tries = Array.from({ length: 50 }, (_, at) =>
      completeSecondStep(as(), { challenge: challenges[at % 5] ?? '', recoveryCode }),
    )
    const opened = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect([opened.length, (await sessionsOf(actor.userId)).length]).toEqual([1, 1])
    expect((await findFactor(services.db, actor.userId))?.recoveryHashes).toHaveLength(9)
  })

  it('is kept as a keyed hash only', async () => {
    const { actor, app } = await person()
    const kept = JSON.stringify(await findFactor(services.db, actor.userId))
    for (const code of app.recoveryCodes) expect(kept).not.toContain(code.replace('-', ''))
    expect(kept).not.toContain(app.secret)
  })
})

describe('the challenge', () => {
  it('is over after five minutes', async () => {
    const { actor, app } = await person()
    const challenge = await challengeOf(actor)
    services.clock.advance(5 * 60_000)
    await expect(completeSecondStep(as(), { challenge, code: app.code() })).rejects.toMatchObject(over)
  })

  it('takes five tries, also when they come at once, and then not even the right code', async () => {
    const { actor, app } = await person()
    const challenge = await challengeOf(actor)
    const tries = Array.from({ length: 12 }, () => completeSecondStep(as(), { challenge, code: '000000' }))
    const results = await Promise.allSettled(tries)
    const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason.reason) : 'opened'))
    expect(reasons.filter((reason) => reason === 'WRONG_APP_CODE')).toHaveLength(5)
    expect(reasons.filter((reason) => reason === 'SECOND_STEP_OVER')).toHaveLength(7)
    services.clock.advance(60_000)
    await expect(completeSecondStep(as(), { challenge, code: app.code() })).rejects.toMatchObject(over)
  })

  it('is used up with the session it opens', async () => {
    const { actor, app } = await person()
    const challenge = await challengeOf(actor)
    await completeSecondStep(as(), { challenge, code: app.code() })
    services.clock.advance(30_000)
    await expect(completeSecondStep(as(), { challenge, code: app.code() })).rejects.toMatchObject(over)
  })

  it.each(endpoints)('by %s counts as being active once the session is open', async (_, endpoint) => {
    const { actor, app } = await person()
    const lastActive = async () =>
      (await services.db.select().from(users).where(eq(users.id, actor.userId)))[0]?.lastActiveAt
    services.clock.advance(60_000)
    const challenge = await challengeOf(actor, endpoint)
    expect(await lastActive()).not.toEqual(services.clock.now())
    await completeSecondStep(as(), { challenge, code: app.code() })
    expect(await lastActive()).toEqual(services.clock.now())
  })

  it('dies with the password and the address that it was begun with', async () => {
    for (const change of [{ passwordHash: 'another' }, { email: 'moved.away@example.test' }]) {
      const { actor, app } = await person()
      const challenge = await challengeOf(actor)
      await services.db.update(users).set(change).where(eq(users.id, actor.userId))
      await expect(completeSecondStep(as(), { challenge, code: app.code() })).rejects.toMatchObject(over)
    }
  })

  it('opens nothing for someone suspended in between, and uses up neither code', async () => {
    const { actor, app } = await person()
    const challenge = await challengeOf(actor)
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, actor.userId))
    const ctx = as()
    const attempt = completeSecondStep(ctx, { challenge, code: app.code() })
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'SUSPENDED' })
    expect([ctx.cookies.session, (await findFactor(services.db, actor.userId))?.lastUsedStep]).toEqual([
      undefined,
      null,
    ])
  })

  it('lies in the database as a hash', async () => {
    const { actor } = await person()
    const challenge = await challengeOf(actor)
    const rows = await services.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, actor.userId))
    expect([rows.length, JSON.stringify(rows).includes(challenge)]).toEqual([1, false])
  })

  it('that no one was given opens nothing', async () => {
    await expect(completeSecondStep(as(), { challenge: 'x'.repeat(43), code: '123456' })).rejects.toMatchObject(over)
  })
})

describe('guessing with the right password', () => {
  it('gets 15 codes a day evaluated, while the owner still enters with a known browser', async () => {
    const { actor, app } = await person()
    const first = as()
    await completeSecondStep(first, { challenge: await challengeOf(actor), code: app.code() })
    const home = () => as(undefined, first.cookies.browser)
    const dayMs = 86_400_000
    services.clock.advance(dayMs - (services.clock.now().getTime() % dayMs))
    const reasons: string[] = []
    for (let count = 0; count < 40; count++) {
      services.clock.advance(15_000)
      const challenge = await challengeOf(actor, (one) => byPassword(one, home()))
      const guess = completeSecondStep(as(), { challenge, code: '000000' })
      reasons.push(await guess.then(String, (error: { reason: string }) => error.reason))
    }
    expect(reasons.filter((reason) => reason === 'WRONG_APP_CODE')).toHaveLength(15)
    expect(reasons.at(-1)).toBe('RATE_LIMIT')
    const challenge = await challengeOf(actor, (one) => byPassword(one, home()))
    await expect(completeSecondStep(home(), { challenge, code: app.code() })).resolves.toBeDefined()
    const challengeAway = await challengeOf(actor, byLink)
    const recoveryCode = (app.recoveryCodes[0] ?? '').replace('-', '')
    await expect(completeSecondStep(as(), { challenge: challengeAway, recoveryCode })).resolves.toBeDefined()
  })

  it('does not make the browser of the guesses a known one', async () => {
    const { actor } = await person()
    await challengeOf(actor)
    const isSignIn = and(eq(userActivity.userId, actor.userId), eq(userActivity.action, 'sign_in'))
    expect(await services.db.select().from(userActivity).where(isSignIn)).toEqual([])
  })
})
