import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { singleSignOnLinks } from '@quaff/features/sign-in/tables'
import { insertInvitedUser } from '@quaff/features/sign-in/testing/invited-user-factory'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { openIdProvider } from '@quaff/platform/server/adapters/identity/open-id-provider'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomer, asOwner } from '@quaff/platform/testing/actors'
import { startIdentityProvider, type TestIdentityProvider } from '@quaff/platform/testing/identity/identity-provider'
import { providerVisitor } from '@quaff/platform/testing/identity/provider-visitor'
import { mailsTo } from '@quaff/platform/testing/mails'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

const origin = 'http://127.0.0.1:3000'
let company: TestIdentityProvider
let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  company = await startIdentityProvider({
    baseUrl: origin,
    deliver: (url, init) => Promise.resolve(app.request(url, init)),
  })
  const { issuer, clientId, clientSecret } = company
  const identityProvider = openIdProvider({ issuer, clientId, clientSecret, name: 'the company', requiredFor: [] })
  services = await createTestServices({ identityProvider })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})
afterAll(() => company.close())

/** A browser with a cookie jar for us and one for the provider. */
function browser() {
  const cookies = new Map<string, string>()
  const there = providerVisitor(origin)
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...(cookie && { cookie }) }
    const response = await app.request(path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const call = async (name: string, input: unknown = {}) => {
    const headers = { 'content-type': 'application/json', origin }
    const response = await send(`/rpc/${name}`, { method: 'POST', body: JSON.stringify({ json: input }), headers })
    return JSON.parse(await response.text()).json
  }
  const locationOf = (response: Response) => response.headers.get('location') ?? ''
  const start = async (from?: string) => {
    services.clock.advance(3_000)
    return locationOf(
      await send(`/auth/oidc/start${from === undefined ? '' : `?${new URLSearchParams({ from }).toString()}`}`),
    )
  }
  const arrive = async (address: string) => locationOf(await send(address.slice(origin.length)))
  return {
    cookies,
    there,
    send,
    call,
    start,
    arrive,
    /** The address at the end of the sign-in. */
    signIn: async (name?: string | null, from?: string) => arrive(await there.signIn(await start(from), name)),
    whoAmI: async () => (await call('sessions/current'))?.user.uid ?? null,
  }
}

const linksOf = (userId: string) =>
  services.db.select().from(singleSignOnLinks).where(eq(singleSignOnLinks.userId, userId))

describe('signing in at the provider', () => {
  it('links the account of the verified address the first time, and goes on to where one wanted to', async () => {
    const { userId, email } = await asOwner(services, [])
    const page = browser()
    expect(await page.signIn(email, '/merchants?q=tea')).toBe('/auth/login?from=%2Fmerchants%3Fq%3Dtea')
    expect(await page.whoAmI()).toBe(userId)
    const now = services.clock.now()
    expect(await linksOf(userId)).toEqual([
      { issuer: `${company.issuer}/`, subject: email, userId, linkedAt: now, lastUsedAt: now },
    ])
    const [mail, ...more] = await mailsTo(services, email)
    expect([mail?.subject, more]).toEqual(['the company linked to your Quaff account', []])
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, userId))
    expect(audits).toMatchObject([{ action: 'link_single_sign_on', after: { issuer: `${company.issuer}/` } }])
  })

  it('knows the person again afterwards, whatever the address there is by then, and mails no one', async () => {
    const { userId, email } = await asOwner(services, [])
    await browser().signIn(email)
    services.clock.advance(1_000)
    for (const claims of [
      { email: 'married@example.test', email_verified: true },
      { email, email_verified: false },
      {},
    ]) {
      company.people.set(email, claims)
      const page = browser()
      expect(await page.signIn(email)).toBe('/auth/login')
      expect(await page.whoAmI()).toBe(userId)
    }
    expect(await linksOf(userId)).toMatchObject([{ subject: email, lastUsedAt: services.clock.now() }])
    expect(await mailsTo(services, email)).toHaveLength(1)
  })

  it('finds the address however it is written', async () => {
    const { userId, email } = await asOwner(services, [])
    company.people.set('shouting', { email: ` ${email.toUpperCase()} `, email_verified: true })
    const page = browser()
    await page.signIn('shouting')
    expect(await page.whoAmI()).toBe(userId)
  })

  it('takes the word of Entra that the domain was verified', async () => {
    const { userId, email } = await asOwner(services, [])
    company.people.set('entra', { email, xms_edov: '1' })
    const page = browser()
    await page.signIn('entra')
    expect(await page.whoAmI()).toBe(userId)
  })

  it('accepts an invitation as the mailed link does, without asking for a password', async () => {
    const { id, email } = await insertInvitedUser(services)
    const page = browser()
    expect(await page.signIn(email)).toBe('/auth/login')
    expect(await page.call('sessions/current')).toMatchObject({ user: { uid: id, role: 'merchant_owner' } })
    const [user] = await services.db.select().from(users).where(eq(users.id, id))
    const [invitation] = await services.db.select().from(pendingInvitations).where(eq(pendingInvitations.userId, id))
    expect([user?.status, user?.emailVerified, invitation?.used]).toEqual(['active', true, true])
  })

  it('asks for the second step of anyone who has one, and opens nothing before it', async () => {
    const { userId, email } = await asAdmin(services)
    const authenticator = await insertSecondFactor(services, userId)
    const page = browser()
    const address = await page.signIn(email, '/users')
    const challenge = /^\/auth\/login\?from=%2Fusers#second-step=([\w-]{43})$/.exec(address)?.[1]
    expect(await page.whoAmI()).toBeNull()
    await page.call('signIn/completeSecondStep', { challenge, code: authenticator.code() })
    expect(await page.whoAmI()).toBe(userId)
    const entries = await page.call('activity/ofUser', { userId })
    expect(JSON.stringify(entries)).toContain('"method":"single_sign_on","secondFactor":"app"')
  })

  it('ends the session that asked, as every sign-in does', async () => {
    const { email } = await asOwner(services, [])
    const page = browser()
    await page.signIn(email)
    const before = new Map(page.cookies)
    await page.signIn()
    const old = browser()
    for (const [name, value] of before) old.cookies.set(name, value)
    expect(await old.whoAmI()).toBeNull()
  })

  it('works in two tabs at once', async () => {
    const { userId, email } = await asOwner(services, [])
    const page = browser()
    const [one, other] = [await page.start('/users'), await page.start('/plans')]
    const [first, second] = [await page.there.signIn(one, email), await page.there.signIn(other)]
    expect(await page.arrive(second)).toBe('/auth/login?from=%2Fplans')
    expect(await page.arrive(first)).toBe('/auth/login?from=%2Fusers')
    expect(await page.whoAmI()).toBe(userId)
  })
})

it('an address counts as verified here only by the provider’s word for it', async () => {
  const { userId, email } = await asOwner(services, [], { emailVerified: false })
  const isVerified = async () => (await services.db.select().from(users).where(eq(users.id, userId)))[0]?.emailVerified
  await browser().signIn(email)
  expect(await isVerified()).toBe(true)
  await services.db.update(users).set({ emailVerified: false }).where(eq(users.id, userId))
  company.people.set(email, { email, email_verified: false })
  expect(await browser().signIn(email)).toBe('/auth/login')
  expect(await isVerified()).toBe(false)
})

describe('signing in at the provider is refused', () => {
  it('to a stranger, of whom nothing is made', async () => {
    const before = await services.db.$count(users)
    const page = browser()
    expect(await page.signIn('stranger@example.test', '/users')).toBe('/auth/login?from=%2Fusers&why=no-account')
    expect([await page.whoAmI(), await services.db.$count(users)]).toEqual([null, before])
  })

  it.each([
    ['suspended', 'suspended'],
    ['rejected', 'rejected'],
    ['pending_approval', 'awaiting-approval'],
    ['pending', 'not-activated'],
  ])('to anyone who is %s, and links no one', async (status, why) => {
    const { userId, email } = await asOwner(services, [], { status })
    expect(await browser().signIn(email)).toBe(`/auth/login?why=${why}`)
    expect(await linksOf(userId)).toEqual([])
  })

  it('to customers', async () => {
    const { email } = await asCustomer(services)
    expect(await browser().signIn(email)).toBe('/auth/login?why=access-denied')
  })

  it('to someone who was linked and is suspended since', async () => {
    const { userId, email } = await asOwner(services, [])
    await browser().signIn(email)
    await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, userId))
    const page = browser()
    expect(await page.signIn(email)).toBe('/auth/login?why=suspended')
    expect(await page.whoAmI()).toBeNull()
  })

  it.each([
    ['is not verified', { email_verified: false }],
    ['is verified by a word only', { email_verified: 'true' as unknown as boolean }],
    ['has no one to vouch for it', {}],
    ['is of a domain that no one verified', { xms_edov: '0' }],
  ])('to an address that %s', async (what, claims) => {
    const { userId, email } = await asAdmin(services)
    company.people.set(what, { email, ...claims })
    expect(await browser().signIn(what)).toBe('/auth/login?why=email-not-verified')
    expect(await linksOf(userId)).toEqual([])
  })

  it('to an address that is none by our rule, or a placeholder of ours', async () => {
    const { userId, email } = await asOwner(services, [])
    await services.db.update(users).set({ emailIsPlaceholder: true }).where(eq(users.id, userId))
    expect(await browser().signIn(email)).toBe('/auth/login?why=email-not-verified')
    company.people.set('odd', { email: 'not an address', email_verified: true })
    expect(await browser().signIn('odd')).toBe('/auth/login?why=email-not-verified')
  })

  it('to another person there with the address of an account that is linked', async () => {
    const { userId, email } = await asOwner(services, [])
    await browser().signIn(email)
    company.people.set('successor', { email, email_verified: true })
    expect(await browser().signIn('successor')).toBe('/auth/login?why=other-link')
    expect(await linksOf(userId)).toMatchObject([{ subject: email }])
  })

  it('to anyone who stops there, in calm words', async () => {
    expect(await browser().signIn(null, '/users')).toBe('/auth/login?from=%2Fusers&why=sign-in-cancelled')
  })
})

describe('the way back from the provider', () => {
  const over = '/auth/login?why=attempt-over'

  it('opens nothing a second time', async () => {
    const { email } = await asOwner(services, [])
    const page = browser()
    const address = await page.there.signIn(await page.start(), email)
    expect(await page.arrive(address)).toBe('/auth/login')
    await page.call('sessions/signOut')
    expect(await page.arrive(address)).toBe(over)
    expect(await page.whoAmI()).toBeNull()
  })

  it('opens one session of two that arrive at the same time', async () => {
    const { userId, email } = await asOwner(services, [])
    const before = await services.db.$count(sessions, eq(sessions.userId, userId))
    const page = browser()
    const address = await page.there.signIn(await page.start(), email)
    const ends = await Promise.all([page.arrive(address), page.arrive(address)])
    expect(ends.toSorted()).toEqual(['/auth/login', over])
    expect(await services.db.$count(sessions, eq(sessions.userId, userId))).toBe(before + 1)
  })

  it('opens nothing in another browser, with a cookie of its own or none', async () => {
    const { email } = await asOwner(services, [])
    const [mine, other] = [browser(), browser()]
    const address = await mine.there.signIn(await mine.start(), email)
    expect(await other.arrive(address)).toBe(over)
    await other.start()
    expect(await other.arrive(address)).toBe(over)
    expect([await other.whoAmI(), await mine.arrive(address)]).toEqual([null, '/auth/login'])
  })

  it('opens nothing with a state that was changed, left out or sent twice, nor with the code of another attempt', async () => {
    const { email } = await asOwner(services, [])
    const page = browser()
    const back = new URL(await page.there.signIn(await page.start(), email))
    const changed = (change: (search: URLSearchParams) => void) => {
      const url = new URL(back)
      change(url.searchParams)
      return page.arrive(url.href)
    }
    expect(await changed((search) => search.set('state', 'x'.repeat(43)))).toBe(over)
    expect(await changed((search) => search.delete('state'))).toBe(over)
    const next = new URL(await page.there.signIn(await page.start()))
    expect(await changed((search) => search.set('state', next.searchParams.get('state') ?? ''))).toBe(
      '/auth/login?why=provider-answer',
    )
    expect(await changed((search) => search.append('state', 'twice'))).toBe('/auth/login?why=provider-answer')
    expect(await page.whoAmI()).toBeNull()
  })

  it('opens nothing after ten minutes, and leaves nothing', async () => {
    const { email } = await asOwner(services, [])
    const page = browser()
    const address = await page.there.signIn(await page.start('/users?q=ada'), email)
    services.clock.advance(10 * 60_000)
    expect(await page.arrive(address)).toBe(over)
    services.clock.advance(1)
    const { deleteExpiredProofs } = await import('@quaff/features/sign-in/server')
    await deleteExpiredProofs(services)
    expect(await services.db.$count(oneTimeSecrets, eq(oneTimeSecrets.purpose, 'single_sign_on_state'))).toBe(0)
  })

  it.each(['//evil.test/', 'https://evil.test/', 'javascript:alert(1)', `/${'x'.repeat(2_000)}`])(
    'leads to no address but the sign-in page, which judges it: %s',
    async (from) => {
      const { email } = await asOwner(services, [])
      const end = new URL(await browser().signIn(email, from), origin)
      expect([end.origin, end.pathname]).toEqual([origin, '/auth/login'])
    },
  )

  it('names our own address, whatever host the request names', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test' }
    const response = await app.request('http://evil.test/auth/oidc/start', { headers })
    const address = new URL(response.headers.get('location') ?? '')
    expect(address.origin).toBe(company.issuer)
    expect(address.searchParams.get('redirect_uri')).toBe(`${origin}/auth/oidc/callback`)
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  })

  it('keeps neither state nor nonce nor verifier in the database', async () => {
    const page = browser()
    const search = new URL(await page.start()).searchParams
    const rows = JSON.stringify(await services.db.select().from(oneTimeSecrets))
    for (const name of ['state', 'nonce', 'code_challenge']) expect(rows).not.toContain(search.get(name))
    for (const value of page.cookies.values()) expect(rows).not.toContain(value.split('.')[0])
  })
})

describe('signing out', () => {
  it('leads on to the provider, which asks once more and leads back', async () => {
    const { email } = await asOwner(services, [])
    const page = browser()
    await page.signIn(email)
    const { continueAt } = await page.call('sessions/signOut')
    const address = new URL(continueAt)
    expect(address.origin).toBe(company.issuer)
    expect(address.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(await page.there.signOut(continueAt)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/auth\/login/)
    // The provider has no session of the browser, so no name means no sign-in.
    expect(await page.signIn('stranger@example.test')).toBe('/auth/login?why=no-account')
  })

  it('leads nowhere for anyone who came another way', async () => {
    const { email } = await asOwner(services, [], { password: 'correct horse 7' })
    const page = browser()
    await page.call('signIn/withPassword', { email, password: 'correct horse 7' })
    expect(await page.call('sessions/signOut')).toEqual({ success: true })
  })

  it('also after the second step', async () => {
    const { userId, email } = await asAdmin(services)
    const authenticator = await insertSecondFactor(services, userId)
    const page = browser()
    const challenge = (await page.signIn(email)).split('=').at(-1)
    await page.call('signIn/completeSecondStep', { challenge, code: authenticator.code() })
    expect((await page.call('sessions/signOut')).continueAt).toContain(company.issuer)
  })

  it('at the provider ends the session here, of that browser and of no one else', async () => {
    const [{ email, userId }, other] = [await asOwner(services, []), await asOwner(services, [])]
    const [page, elsewhere, colleague] = [browser(), browser(), browser()]
    await page.signIn(email)
    await elsewhere.signIn(email)
    await colleague.signIn(other.email)
    const { id_token_hint: hint } = Object.fromEntries(
      new URL((await elsewhere.call('sessions/signOut')).continueAt).searchParams,
    )
    await elsewhere.there.signOut(
      `${company.issuer}/session/end?${new URLSearchParams({ id_token_hint: hint ?? '' }).toString()}`,
    )
    expect([await page.whoAmI(), await colleague.whoAmI()]).toEqual([userId, other.userId])
    await page.there.signOut(`${company.issuer}/session/end`)
    expect([await page.whoAmI(), await colleague.whoAmI()]).toEqual([null, other.userId])
    const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, userId))
    expect(audits.map(({ action }) => action)).toContain('end_session')
  })
})
