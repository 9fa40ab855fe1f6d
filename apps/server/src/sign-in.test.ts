import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { endSessions } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import { finishRequestedMails } from '@quaff/features/sign-in/server'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { inTransaction } from '@quaff/platform/server'
import { outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asCustomer } from '@quaff/platform/testing/actors'
import { watchOwnTime } from '@quaff/platform/testing/live/own-time'
import { watchJoining } from '@quaff/platform/testing/live/watch-joining'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

const origin = 'http://127.0.0.1:3000'
const password = 'correct horse 7'
let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})

/** A browser: keeps the cookies it is given and names its page's origin. */
function browser(cookie = '', known = '') {
  const jar = { cookie, known }
  async function call(path: string, input: unknown = {}) {
    services.clock.advance(2_000)
    const sent = [jar.cookie, jar.known].filter((one) => one !== '').join('; ')
    const headers = { 'content-type': 'application/json', origin, ...(sent ? { cookie: sent } : {}) }
    const response = await app.request(`/rpc/${path}`, {
      method: 'POST',
      body: JSON.stringify({ json: input }),
      headers,
    })
    for (const [given = ''] of response.headers.getSetCookie().map((line) => line.split(';')))
      jar[given.startsWith('quaff=') ? 'cookie' : 'known'] = given
    return response
  }
  const whoAmI = async (): Promise<unknown> => {
    const { json }: { json: unknown } = JSON.parse(await (await call('sessions/current')).text())
    return json
  }
  return { jar, call, whoAmI }
}

describe('the session cookie', () => {
  it('is HttpOnly, Lax and for the whole site, and opens the session', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    const response = await page.call('signIn/withPassword', { email: admin.email, password })
    expect(response.headers.getSetCookie()[0]).toMatch(/^quaff=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    expect(await page.whoAmI()).toMatchObject({ user: { uid: admin.userId } })
  })

  it('§G9 is never set for a refused sign-in, no matter who asks', async () => {
    const customer = await asCustomer(services, { password })
    const suspended = await asAdmin(services, { password, status: 'suspended' })
    for (const { email } of [customer, suspended]) {
      const response = await browser().call('signIn/withPassword', { email, password })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    }
  })

  it('that was planted is never adopted', async () => {
    const [victim, attacker] = [await asAdmin(services, { password }), await asAdmin(services, { password })]
    const planted = browser()
    await planted.call('signIn/withPassword', { email: attacker.email, password })
    const before = planted.jar.cookie
    await planted.call('signIn/withPassword', { email: victim.email, password })
    expect(planted.jar.cookie).not.toBe(before)
    expect(await browser(before).whoAmI()).toBeNull()
  })

  it('with a changed signature or token opens nothing', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    await page.call('signIn/withPassword', { email: admin.email, password })
    for (const forged of [
      `${page.jar.cookie}x`,
      page.jar.cookie.replace('=', '=x'),
      `quaff=${admin.sessionId}`,
      'quaff=.',
    ]) {
      expect(await browser(forged).whoAmI()).toBeNull()
    }
  })

  it('is dead after the sign-out, also when it is replayed', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    await page.call('signIn/withPassword', { email: admin.email, password })
    const kept = page.jar.cookie
    const response = await page.call('sessions/signOut')
    // A late answer must not delete the cookie of a sign-in in another tab.
    expect(response.headers.getSetCookie()).toEqual([])
    // Cached responses are cleared; theme and density in local storage are not.
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(await browser(kept).whoAmI()).toBeNull()
  })

  it('is dead within the next request when role or status changes', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    await page.call('signIn/withPassword', { email: admin.email, password })
    await inTransaction(services, (tx) => endSessions(tx, admin.userId))
    expect(await page.whoAmI()).toBeNull()
    expect((await page.call('users/list')).status).toBe(401)
  })

  it('does not outlive its fourteen days', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    await page.call('signIn/withPassword', { email: admin.email, password })
    services.clock.advance(14 * 86_400_000)
    expect(await page.whoAmI()).toBeNull()
  })
})

describe('addresses', () => {
  it('are normalised before they are looked up', async () => {
    const admin = await asAdmin(services, { email: 'anna@example.test', password })
    const response = await browser().call('signIn/withPassword', { email: ' ＡNNA@Example.test ', password })
    expect(await response.json()).toMatchObject({ json: { user: { uid: admin.userId } } })
  })

  it('that only look alike are other addresses, and no mail goes to them', async () => {
    await asAdmin(services, { email: 'mike@example.test', password })
    const response = await browser().call('signIn/requestLink', { email: 'mıke@example.test' })
    expect(response.status).toBe(400)
    await finishRequestedMails()
    expect(await services.db.select().from(outboxMails)).toEqual([])
  })

  it('sent as a list are refused, and no one is mailed', async () => {
    const admin = await asAdmin(services)
    for (const path of ['signIn/requestLink', 'signIn/requestPasswordReset', 'signIn/requestActivationCode']) {
      expect((await browser().call(path, { email: [admin.email, 'evil@example.test'] })).status).toBe(400)
    }
    await finishRequestedMails()
    expect(await services.db.select().from(outboxMails)).toEqual([])
  })

  it('of links come from our settings, whatever host the request names', async () => {
    const admin = await asAdmin(services)
    await app.request('/rpc/signIn/requestLink', {
      method: 'POST',
      body: JSON.stringify({ json: { email: admin.email } }),
      headers: { 'content-type': 'application/json', host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    })
    await finishRequestedMails()
    const [mail] = await services.db.select().from(outboxMails).where(eq(outboxMails.toAddress, admin.email))
    expect(mail?.text).toContain(`${origin}/auth/complete-signin?token=`)
    expect(`${mail?.html}${mail?.text}`).not.toContain('evil')
  })
})

describe('the cookie by which a browser is known', () => {
  const nineGuesses = async (email: string) => {
    const windowMs = 6 * 60_000
    services.clock.advance(windowMs - (services.clock.now().getTime() % windowMs))
    for (let count = 0; count < 9; count++) await browser().call('signIn/withPassword', { email, password: 'guess it' })
  }

  it('is signed, out of reach of scripts, and stays when one signs out', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    const response = await page.call('signIn/withPassword', { email: admin.email, password })
    expect(response.headers.getSetCookie()[1]).toMatch(
      /^quaff-browser=[\w-]{43}\.[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    const { known } = page.jar
    await page.call('sessions/signOut')
    expect(page.jar.known).toBe(known)
    await nineGuesses(admin.email)
    expect((await page.call('signIn/withPassword', { email: admin.email, password })).status).toBe(200)
    expect(page.jar.known).toBe(known)
  })

  it('that was forged makes a stranger', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    await page.call('signIn/withPassword', { email: admin.email, password })
    const { cookie, known } = page.jar
    const [name = ''] = known.replace('quaff-browser=', '').split('.')
    await nineGuesses(admin.email)
    const forged = [`${known}x`, known.replace('=', '=x'), `quaff-browser=${name}`, cookie.replace('=', '-browser=')]
    for (const one of forged) {
      const response = await browser('', one).call('signIn/withPassword', { email: admin.email, password })
      expect(response.status, one).toBe(429)
    }
    expect((await browser('', known).call('signIn/withPassword', { email: admin.email, password })).status).toBe(200)
  })

  it('opens nothing by itself', async () => {
    const admin = await asAdmin(services, { password })
    const page = browser()
    await page.call('signIn/withPassword', { email: admin.email, password })
    expect(await browser(page.jar.known.replace('-browser', '')).whoAmI()).toBeNull()
    expect(await browser('', page.jar.known).whoAmI()).toBeNull()
  })
})

describe('an email link', () => {
  it('§G19 is not used up by opening its page or checking it', async () => {
    const user = await insertInvitedUser(services)
    const token = await tokenFromEmail(services, user, 'invitation')
    await app.request(`/auth/complete-signin?token=${token}`)
    await browser().call('signIn/checkLink', { token })
    const [link] = await services.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, user.id))
    expect(link?.usedAt).toBeNull()
    const page = browser()
    expect(await (await page.call('signIn/completeLink', { email: user.email, token })).json()).toMatchObject({
      json: { requiresPasswordSetup: true },
    })
    expect(await (await page.call('signIn/setPassword', { password })).json()).toEqual({ json: { success: true } })
    expect((await page.call('signIn/setPassword', { password })).status).toBe(403)
  })

  it('of a suspended account changes nothing', async () => {
    const user = await insertInvitedUser(services, { status: 'suspended' })
    const response = await browser().call('signIn/completeLink', {
      email: user.email,
      token: await tokenFromEmail(services, user, 'sign_in'),
    })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    const [row] = await services.db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ status: 'suspended', emailVerified: false })
    expect(await services.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  })
})

describe('the live stream over HTTP', () => {
  it('closes within two seconds of the end of the session', async () => {
    const admin = await asAdmin(services)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.sessionId}` }
    const joined = watchJoining(services.live)
    const response = await app.request('/rpc/sessions/live', { method: 'POST', body: '{}', headers })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const ended = response.text()
    await joined()
    await inTransaction(services, (tx) => endSessions(tx, admin.userId))
    const passedMs = watchOwnTime()
    expect(await ended).toContain('"kind":"hello"')
    expect(passedMs()).toBeLessThan(2_000)
  })
})
