import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { changePassword, setPassword } from './change-password'
import { resetPassword } from './reset-password'
import { completeSignIn } from './sign-in-with-link'
import { signInWithPassword } from './sign-in-with-password'

let services: TestServices
let networks = 0
const password = 'correct horse 7'
const minuteMs = 60_000

beforeAll(async () => {
  services = await createTestServices()
})

type Person = Pick<UserActor, 'email'>
type From = { browser?: string; network?: string }
const from = ({ browser, network = `network-${++networks}` }: From = {}, actor?: UserActor) =>
  contextAs(services, actor, { network, browser: browser ?? null })

const signIn = ({ email }: Person, typed = password, where: From = {}) =>
  signInWithPassword(from(where), { email, password: typed })

/** The name of a browser with which the person has just signed in. */
async function knownBrowser({ email }: Person, browser?: string): Promise<string> {
  const ctx = from({ browser })
  await signInWithPassword(ctx, { email, password })
  return ctx.cookies.browser ?? ''
}

/** Sends wrong passwords from several browsers and returns how many were checked. */
async function guess(person: Person, count: number, where: From = {}): Promise<number> {
  const attempts = Array.from({ length: count }, () => signIn(person, 'guess it', where))
  const results = await Promise.allSettled(attempts)
  return results.filter((result) => result.status === 'rejected' && result.reason.code === 'UNAUTHORIZED').length
}

const limited = { code: 'TOO_MANY_REQUESTS' }

/** To the beginning of the next window of six minutes. */
const nextWindow = () => services.clock.advance(6 * minuteMs - (services.clock.now().getTime() % (6 * minuteMs)))

describe('a browser with which the owner has signed in', () => {
  it('lets the owner in at any time of an hour in which strangers try all they may', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    let evaluated = 0
    for (let minute = 0; minute < 60; minute += 6) {
      services.clock.advance(6 * minuteMs)
      evaluated += await guess(admin, 10)
      await expect(signIn(admin, password, { browser }), `minute ${minute}`).resolves.toBeDefined()
    }
    expect(evaluated).toBeGreaterThan(80)
    expect(evaluated).toBeLessThanOrEqual(99)
  })

  it('is apart from the strangers when all of them come at the same moment', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    nextWindow()
    const [evaluated, ofBrowser] = await Promise.all([guess(admin, 40), guess(admin, 25, { browser })])
    expect([evaluated, ofBrowser]).toEqual([9, 10])
    services.clock.advance(minuteMs)
    await expect(signIn(admin, password, { browser })).resolves.toBeDefined()
    await expect(signIn(admin)).rejects.toMatchObject(limited)
  })

  it('is not shut out by strangers of its own network', async () => {
    const [admin, other] = [await asAdmin(services, { password }), await asAdmin(services, { password })]
    const browser = await knownBrowser(admin)
    const network = 'a café'
    for (let count = 0; count < 31; count++) await signIn(other, 'guess it', { network }).catch(() => {})
    await expect(signIn(other, password, { network })).rejects.toMatchObject(limited)
    await expect(signIn(admin, password, { network, browser })).resolves.toBeDefined()
  })

  it('has ten guesses a minute and fifty an hour of its own', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    const hourMs = 60 * minuteMs
    services.clock.advance(hourMs - (services.clock.now().getTime() % hourMs))
    const evaluated: number[] = []
    for (let minute = 0; minute < 7; minute++) {
      evaluated.push(await guess(admin, 12, { browser }))
      services.clock.advance(minuteMs)
    }
    expect(evaluated).toEqual([10, 10, 10, 10, 10, 0, 0])
    await expect(signIn(admin, password, { browser })).rejects.toMatchObject({
      message: 'Too many sign-in attempts. Sign in with an email link, or try again in an hour.',
    })
  })

  it('may sign in as often as it likes: only wrong passwords count', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    for (let count = 0; count < 52; count++)
      await expect(signIn(admin, password, { browser }), `sign-in ${count}`).resolves.toBeDefined()
    expect(await guess(admin, 12, { browser })).toBe(10)
  })

  it('is known to everybody who signs in with it, under one name', async () => {
    const [owner, colleague] = [
      await asOwner(services, ['mer_1'], { password }),
      await asOwner(services, ['mer_1'], { password }),
    ]
    const browser = await knownBrowser(owner)
    expect(await knownBrowser(colleague, browser)).toBe(browser)
    for (const person of [owner, colleague]) {
      await guess(person, 10)
      await expect(signIn(person, password, { browser })).resolves.toBeDefined()
    }
  })

  it('is known by an email link too, and after the password that was set then', async () => {
    const user = await insertInvitedUser(services)
    const ctx = from()
    await completeSignIn(ctx, { email: user.email, token: await tokenFromEmail(services, user, 'invitation') })
    const actor = await resolveActor(services, ctx.cookies.session?.token ?? null)
    if (actor.kind !== 'user') throw new Error('no session')
    const browser = ctx.cookies.browser ?? ''
    await setPassword(from({ browser }, actor), { password })
    await guess(user, 10)
    await expect(signIn(user, password, { browser })).resolves.toBeDefined()
  })

  it('is kept as a keyed hash', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    const rows = await services.db.select().from(userActivity).where(eq(userActivity.userId, admin.userId))
    expect(rows.map(({ details }) => details)).toEqual([
      { method: 'password', browser: expect.stringMatching(/^[\w-]{43}$/) },
    ])
    expect(JSON.stringify(rows)).not.toContain(browser)
  })
})

it('a stranger with the right password does not use up the guesses of others', async () => {
  const admin = await asAdmin(services, { password })
  nextWindow()
  const network = 'a till'
  for (let count = 0; count < 31; count++)
    await expect(signIn(admin, password, { network }), `sign-in ${count}`).resolves.toBeDefined()
  expect(await guess(admin, 12, { network })).toBe(9)
})

describe('counts as a stranger:', () => {
  const refused = async (person: Person, where: From, typed = password) => {
    await guess(person, 10)
    await expect(signIn(person, typed, where)).rejects.toMatchObject(limited)
  }

  it('a browser of another account', async () => {
    const [admin, other] = [await asAdmin(services, { password }), await asAdmin(services, { password })]
    await refused(admin, { browser: await knownBrowser(other) })
  })

  it('a browser that was refused', async () => {
    const admin = await asAdmin(services, { password })
    const ctx = from({ browser: 'a name of its own' })
    await signInWithPassword(ctx, { email: admin.email, password: 'guess it' }).catch(() => {})
    expect(ctx.cookies.browser).toBeUndefined()
    await refused(admin, { browser: 'a name of its own' })
  })

  it('a browser from before the password was changed; the one that changed it stays known', async () => {
    const admin = await asAdmin(services, { password })
    const [old, used] = [await knownBrowser(admin), await knownBrowser(admin)]
    const next = 'a longer new one'
    const change = { currentPassword: password, newPassword: next, confirmPassword: next }
    await changePassword(from({ browser: used }, admin), change)
    await refused(admin, { browser: old }, next)
    await expect(signIn(admin, next, { browser: used })).resolves.toBeDefined()
  })

  it('a browser from before the password was reset, and the one that reset it', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'password_reset')
    await resetPassword(from({ browser }), { token, password: 'something else 9' })
    await refused(admin, { browser }, 'something else 9')
  })

  it('a browser that was not used for a year', async () => {
    const admin = await asAdmin(services, { password })
    const browser = await knownBrowser(admin)
    services.clock.advance(366 * 24 * 60 * minuteMs)
    await refused(admin, { browser })
  })
})
