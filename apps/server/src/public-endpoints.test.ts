import { beforeAll, describe, expect, it } from 'vitest'
import { affiliateClicks } from '@quaff/features/affiliates/tables'
import { insertLinkRow } from '@quaff/features/affiliates/testing/link-factory'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { gateLimits } from '@quaff/features/sign-in/email-verification-contract'
import { openForm } from '@quaff/features/sign-in/server'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { answersFor } from '@quaff/features/signup-forms/testing/field-factory'
import { insertLiveForm } from '@quaff/features/signup-forms/testing/form-factory'
import { merchantSignups } from '@quaff/features/signup/tables'
import { filledSignup } from '@quaff/features/signup/testing/signup-factory'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import { insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import { outboxMails } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

const posts = 1_000
const atOnce = 50
let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
})

const send = async (path: string, json: unknown, headers: Record<string, string> = {}) =>
  app.request(`/rpc/${path}`, {
    method: 'POST',
    body: JSON.stringify({ json }),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Every post claims to come from somewhere else. */
async function flood(path: string, toInput: (index: number) => unknown): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let start = 0; start < posts; start += atOnce) {
    const batch = Array.from({ length: atOnce }, (_, offset) => start + offset)
    const post = async (index: number) =>
      send(path, toInput(index), { 'x-forwarded-for': `203.0.${index % 250}.${index >> 8}`, 'user-agent': 'Mozilla' })
    const answers = await Promise.all(batch.map(post))
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

describe('a thousand posts to a public endpoint', () => {
  it('leave five submissions of a form', async () => {
    const { id, slug } = await insertLiveForm(services, { ownerEmail: 'owner@venue.test' })
    const startToken = openForm(services, `form:${id}`)
    services.clock.advance(gateLimits.shortestMs)
    const statuses = await flood('signupForms/submit', (index) => ({
      slug,
      version: 1,
      requestKey: crypto.randomUUID(),
      startToken,
      trap: '',
      answers: answersFor(`stranger${index}@venue.test`, 'Half Moon'),
    }))
    expect(Object.fromEntries(statuses)).toEqual({ 200: 5, 429: posts - 5 })
    expect(await services.db.$count(signupSubmissions)).toBe(5)
    expect(await services.db.$count(outboxMails)).toBe(5)
  })

  it('leave one application of a mailbox', async () => {
    const filled = await filledSignup(services, 'ana@venue.test')
    await flood('signup/submit', () => ({ ...filled, requestKey: crypto.randomUUID() }))
    expect(await services.db.$count(merchantSignups)).toBe(1)
  })

  it('leave no application with a guessed proof', async () => {
    const filled = await filledSignup(services, 'bea@venue.test')
    const before = await services.db.$count(merchantSignups)
    await flood('signup/submit', (index) => ({ ...filled, proof: `${index}`.padStart(40, 'x') }))
    expect(await services.db.$count(merchantSignups)).toBe(before)
  })

  it('leave one place on a waitlist', async () => {
    const list = await insertWaitlist(services)
    const token = await verifyEmail(contextAs(services, undefined, { network: 'one' }), 'ana@guests.test', 'waitlist')
    const startToken = openForm(services, `waitlist:${list.id}`)
    services.clock.advance(gateLimits.shortestMs)
    const blanks = { city: '', postalCode: '', wantedVenue: '', trap: '' }
    await flood('waitlists/join', (index) => ({ slug: list.slug, token, startToken, name: `Ana ${index}`, ...blanks }))
    expect(await services.db.$count(waitlistEntries)).toBe(1)
  })

  it('count one click of a visitor', async () => {
    await insertLinkRow(services, { code: 'MOON1' })
    await flood('affiliates/click', () => ({ code: 'moon1' }))
    expect(await services.db.$count(affiliateClicks)).toBe(1)
  })

  it('mail three codes to a mailbox, however its address is written', async () => {
    const [codes, mails] = await Promise.all([services.db.$count(oneTimeSecrets), services.db.$count(outboxMails)])
    const spellings = ['victim@venue.test', ' VICTIM@Venue.test', 'victim+a@venue.test', 'ｖictim@venue.test']
    await flood('mailbox/requestCode', (index) => ({
      email: index % 2 === 0 ? spellings[index % 4] : `Victim+${index}@venue.test`,
      purpose: 'waitlist',
    }))
    expect((await services.db.$count(outboxMails)) - mails).toBe(3)
    expect((await services.db.$count(oneTimeSecrets)) - codes).toBeLessThanOrEqual(3)
  })
})

describe('a public endpoint', () => {
  const endpoints = [
    'mailbox/requestCode',
    'mailbox/checkCode',
    'signup/submit',
    'signup/conversion',
    'signupForms/open',
    'signupForms/noteStart',
    'signupForms/submit',
    'waitlists/join',
    'waitlists/openInvitation',
    'waitlists/acceptInvitation',
    'affiliates/click',
  ]
  const large = { filler: 'x'.repeat(33 * 1024) }

  it.each(endpoints)('reads no more than 32 KB: %s', async (endpoint) => {
    expect((await send(endpoint, large)).status).toBe(413)
    // The library behind reads the path as it was written, or not at all.
    const written = endpoint.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)
    expect([404, 413]).toContain((await send(written, large)).status)
    for (const other of [`${endpoint}/`, `${endpoint}//`, endpoint.replace('/', '//'), endpoint.replace('/', '%2f')])
      expect([404, 413]).toContain((await send(other, large)).status)
  })

  it.each(['/api/affiliate-clicks', '/api/mailbox/code', '/api/signups', '/api/join/x', '/api/forms/x/submissions'])(
    'neither as REST: %s',
    async (path) => {
      const init = { method: 'POST', body: JSON.stringify(large), headers: { 'content-type': 'application/json' } }
      expect((await app.request(path, init)).status).toBe(413)
      expect([404, 413]).toContain((await app.request(`${path}/`, init)).status)
    },
  )

  it.each(endpoints)('takes JSON alone, and with a cookie from our own pages alone: %s', async (endpoint) => {
    const cookie = { cookie: 'quaff=a.b' }
    const text = await send(endpoint, {}, { 'content-type': 'text/plain' })
    expect(await text.json()).toMatchObject({ json: { data: { reason: 'CONTENT_TYPE' } } })
    for (const headers of [cookie, { ...cookie, origin: 'https://evil.test' }, { ...cookie, origin: 'null' }])
      expect(await (await send(endpoint, {}, headers)).json()).toMatchObject({ json: { data: { reason: 'ORIGIN' } } })
  })
})
