import { deleteApp, initializeApp, type FirebaseApp } from '@firebase/app'
import { getFunctions, httpsCallableFromURL } from '@firebase/functions'
import { createAdaptorServer } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { callables, type CallableName } from '../callables'
import { bankInfo } from '../testing/matrix/endpoints/banking-endpoints'

let services: TestServices
let server: ReturnType<typeof createAdaptorServer>
let origin = ''
const apps: FirebaseApp[] = []

beforeAll(async () => {
  services = await createTestServices()
  server = createAdaptorServer({ fetch: buildServer(services, { mount: (inner) => mountApi(inner, services) }).fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await Promise.all(apps.map(deleteApp))
})

/** The client asks its auth service for the bearer; that place is not in its public types. */
function clientOf(token: string | null) {
  const app = initializeApp({ projectId: 'quaff', apiKey: 'none' }, `client-${apps.length}`)
  apps.push(app)
  const { container } = app as FirebaseApp & { container: { addComponent(component: object): void } }
  const auth = { getToken: () => Promise.resolve(token && { accessToken: token }) }
  container.addComponent({ name: 'auth-internal', instanceFactory: () => auth, instantiationMode: 'LAZY' })
  const functions = getFunctions(app)
  return async (name: string, data: unknown) =>
    (await httpsCallableFromURL(functions, `${origin}/us-central1/${name}`)(data)).data
}

type Case = { input(): Promise<Record<string, unknown>>; result: object; token?: () => Promise<string> }
const done = { success: true }
const person = async (status: string) => (await insertUser(services, { status })).id
const merchant = async (details = {}) => (await insertMerchant(services, details)).id
const newEmail = () => `${services.ids.newId('new').replace('_', '.')}@people.test`.toLowerCase()
const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input)

/** Signs in with the emailed invitation, after which a password may be set. */
async function invitedSession(): Promise<string> {
  const user = await insertInvitedUser(services)
  const response = await fetch(`${origin}/rpc/signIn/completeLink`, {
    method: 'POST',
    body: JSON.stringify({ json: { email: user.email, token: await tokenFromEmail(services, user, 'invitation') } }),
    headers: { 'content-type': 'application/json' },
  })
  return /^quaff=([^.;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
}

const cases: Record<CallableName, Case> = {
  setPasswordAfterEmailSignIn: { input: fixed({ password: 'correct horse 7' }), result: done, token: invitedSession },
  createAdminUserV2: {
    input: async () => ({
      email: newEmail(),
      displayName: 'New Person',
      role: 'merchant_owner',
      merchantIds: [await merchant()],
      isPublicRegistration: false,
    }),
    result: done,
  },
  updateUserRole: {
    input: async () => ({ userId: await person('active'), role: 'merchant_viewer', merchantIds: [await merchant()] }),
    result: done,
  },
  deleteUser: { input: async () => ({ userId: await person('active') }), result: done },
  sendPasswordReset: { input: async () => ({ email: (await insertUser(services)).email }), result: done },
  resendInvitationEmail: {
    input: async () => ({ userId: (await insertUser(services, { status: 'pending', role: 'quaff_admin' })).id }),
    result: done,
  },
  approveUserRegistration: {
    input: async () => ({ userId: await person('pending_approval'), merchantIds: [await merchant()] }),
    result: done,
  },
  rejectUserRegistration: {
    input: async () => ({ userId: await person('pending_approval'), reason: 'Not a venue' }),
    result: done,
  },
  checkUserExists: {
    input: async () => ({ email: (await insertInvitedUser(services)).email }),
    result: {
      exists: true,
      displayName: 'Ina Vited',
      isPreApproved: true,
      requiresActivation: true,
      role: 'merchant_owner',
      merchantIds: ['mer_1'],
      status: 'pending',
    },
  },
  setupUserAccount: {
    input: async () => {
      const user = await insertInvitedUser(services)
      const invitationToken = await tokenFromEmail(services, user, 'invitation')
      return { email: user.email, displayName: 'Ina Vited', password: 'correct horse 7', invitationToken }
    },
    result: done,
  },
  getMerchantSubscribersRaw: { input: async () => ({ merchantId: await merchant() }), result: { subscribers: [] } },
  approveMerchantDirect: {
    input: async () => ({ merchantId: await merchant({ status: 'pending_review', needsReview: true }), notes: 'Fine' }),
    result: done,
  },
  saveMerchantBankInfo: { input: async () => ({ merchantId: await merchant(), bankInfo }), result: done },
}
const named = Object.entries(cases)
const administrator = async () => (await asAdmin(services)).sessionId
const errorOf = (requested: Promise<unknown>) => requested.catch((error: unknown) => error)

describe('the official client', () => {
  it.each(named)('§7 reaches %s with a session token', async (name, { input, result, token = administrator }) => {
    expect(name in callables).toBe(true)
    expect(await clientOf(await token())(name, await input())).toMatchObject(result)
  })
})

describe('an array where there should be none', () => {
  it.each(named)('is refused by %s, and uses nothing up', async (name, { input, token = administrator }) => {
    const [call, valid] = [clientOf(await token()), await input()]
    const bent = Object.entries(valid).map(([key, value]) => ({ ...valid, [key]: [value] }))
    for (const data of [[valid], ...bent])
      expect(await errorOf(call(name, data)), JSON.stringify(data)).toMatchObject({
        code: 'functions/invalid-argument',
      })
    expect(await call(name, valid)).toMatchObject(cases[name as CallableName].result)
  })
})

describe('without a token', () => {
  const open = ['checkUserExists', 'setupUserAccount']
  it.each(named.filter(([name]) => !open.includes(name)))(
    '§7 %s is refused to the official client',
    async (name, { input }) => {
      expect(await errorOf(clientOf(null)(name, await input()))).toMatchObject({ code: 'functions/unauthenticated' })
    },
  )
})
