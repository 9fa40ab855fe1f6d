import { createRouterClient } from '@orpc/server'
import { beforeAll, expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { completeSingleSignOn } from '../single-sign-on/server/complete-single-sign-on'
import { insertInvitedUser, tokenFromEmail } from '../testing/invited-user-factory'
import { insertPasskey, signedByPasskey } from '../testing/passkey-factory'
import { insertAttempt, vouchingProvider } from '../testing/single-sign-on-factory'
import { signInRouter } from './index'

const password = 'correct horse 7'
const required = { reason: 'PROVIDER_REQUIRED' }
let services: TestServices
beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider({}, ['company.test']) })
})
const client = () => createRouterClient(signInRouter, { context: contextAs(services) })

it('whose company wants it comes in at the provider, and by neither password nor mailed link nor passkey', async () => {
  const { userId: id, email } = await asAdmin(services, { email: 'ana@company.test', password })
  await expect(client().withPassword({ email, password })).rejects.toMatchObject(required)
  const token = await tokenFromEmail(services, { id, email }, 'sign_in')
  await expect(client().completeLink({ email, token })).rejects.toMatchObject(required)
  const { authenticator } = await insertPasskey(services, id)
  await expect(client().withPasskey(await signedByPasskey(services, authenticator))).rejects.toMatchObject(required)
  const provider = vouchingProvider({ subject: id, verifiedEmail: email })
  const { browser, query } = await insertAttempt(services, provider)
  expect(await completeSingleSignOn(contextAs(services, undefined, { browser }), provider, query)).toBe('/auth/login')
})

it('a wrong password gets the usual message, so that the domain is not revealed', async () => {
  await asAdmin(services, { email: 'bea@company.test', password })
  for (const email of ['bea@company.test', 'unknown@company.test'])
    await expect(client().withPassword({ email, password: 'another one 8' })).rejects.toMatchObject({
      reason: 'CREDENTIALS',
    })
})

it('an invitation of theirs is accepted there too, and by no password', async () => {
  const { id, email } = await insertInvitedUser(services, { email: 'ina@company.test' })
  const invitationToken = await tokenFromEmail(services, { id, email }, 'invitation')
  await expect(client().completeLink({ email, token: invitationToken })).rejects.toMatchObject(required)
  const setUp = await client().setupAccount({ email, displayName: 'Ina', password, invitationToken })
  expect(setUp).toMatchObject({ success: false, error: expect.stringContaining('uses single sign-on') })
  const provider = vouchingProvider({ subject: id, verifiedEmail: email })
  const { browser, query } = await insertAttempt(services, provider)
  expect(await completeSingleSignOn(contextAs(services, undefined, { browser }), provider, query)).toBe('/auth/login')
})

it('everybody else signs in as before', async () => {
  const { userId, email } = await asAdmin(services, { email: 'owner@venue.test', password })
  expect(await client().withPassword({ email, password })).toMatchObject({ user: { uid: userId } })
})

it('no one of theirs moves the account out of the company', async () => {
  const ana = await asAdmin(services, { email: 'nora@company.test' })
  const own = createRouterClient(signInRouter, { context: contextAs(services, ana) })
  const away = own.requestEmailChange({ newEmail: 'nora@home.test' })
  await expect(away).rejects.toMatchObject({ reason: 'COMPANY_ADDRESS', detail: { field: 'newEmail' } })
  expect(await own.requestEmailChange({ newEmail: 'nora.lind@company.test' })).toEqual({ success: true })
})
