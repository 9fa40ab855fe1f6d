import { beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  for (const id of ['mer_own', 'mer_foreign']) await insertMerchant(services, { id })
  const { id: userId } = await insertUser(services, { displayName: 'Ana Prado', email: 'ana@example.test' })
  const at = services.clock.now()
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      { id: 'sub_1', merchantId: 'mer_own', userId, status: 'active', amountMinor: 2900, createdAt: at, updatedAt: at },
    ]),
  )
})

async function subscribersFor(actor: { sessionId: string }, merchantId: string) {
  const response = await app.request('/us-central1/getMerchantSubscribersRaw', {
    method: 'POST',
    body: JSON.stringify({ data: { merchantId } }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${actor.sessionId}` },
  })
  const answer: unknown = await response.json()
  return answer
}

it('§7 getMerchantSubscribersRaw answers a subscribers array and nothing beside it', async () => {
  const answer = await subscribersFor(await asAdmin(services), 'mer_own')
  expect(answer).toEqual({ result: { subscribers: [expect.any(Object)] } })
  expect(answer).toMatchObject({
    result: {
      subscribers: [
        {
          subscriptionId: 'sub_1',
          subscriberName: 'Ana Prado',
          email: 'ana@example.test',
          planName: 'Unknown Plan',
          amount: 2900,
          currency: 'usd',
          interval: 'month',
          createdAt: services.clock.now().toISOString(),
          currentPeriodEnd: '1970-01-01T00:00:00.000Z',
        },
      ],
    },
  })
})

it('getMerchantSubscribersRaw masks names for merchant roles, and finds no foreign merchant', async () => {
  const owner = await asOwner(services, ['mer_own'])
  expect(await subscribersFor(owner, 'mer_own')).toMatchObject({
    result: { subscribers: [{ subscriberName: 'Ana P.', email: null, userId: null }] },
  })
  expect(await subscribersFor(owner, 'mer_foreign')).toMatchObject({ error: { status: 'NOT_FOUND' } })
})
