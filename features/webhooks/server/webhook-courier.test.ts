import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inTransaction, recordWebhookEvents, type WebhookPoster, type WebhookResponse } from '@quaff/platform/server'
import { adminAuditLogs, outwardEvents } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { pausesMs } from '../rules'
import { insertEndpoint } from '../testing/webhook-factory'
import { rotateEndpoint } from './change-endpoint'
import { replayDelivery, replayFailed, sendTest } from './replay'
import { webhookDeliveries, webhookEndpoints } from './tables'
import { pruneWebhooks, WebhookCourier } from './webhook-courier'

type Posted = Parameters<WebhookPoster['post']>[0]
const dayMs = 86_400_000
let services: TestServices
let posted: Posted[]
let answer: (request: Posted) => Partial<WebhookResponse> | Promise<Partial<WebhookResponse>>
const poster: WebhookPoster = {
  async post(request) {
    posted.push(request)
    return { status: 204, error: null, text: '', durationMs: 3, ...(await answer(request)) }
  },
}

beforeEach(async () => {
  services = await createTestServices()
  posted = []
  answer = () => ({})
  await insertMerchants(services, [{ id: 'mer_1' }, { id: 'mer_2' }])
})

const run = () => new WebhookCourier(services, poster).runDue()
const tell = (count = 1, merchantId = 'mer_1') =>
  inTransaction(services, (tx) =>
    recordWebhookEvents(
      services,
      tx,
      Array.from({ length: count }, (_, index) => ({
        type: 'plan.updated' as const,
        subjectId: `pln_${index}`,
        merchantId,
      })),
    ),
  )
const deliveries = () => services.db.select().from(webhookDeliveries)
const endpoints = () => services.db.select().from(webhookEndpoints)
/** The library judges the time by the clock of the machine. */
const verify = ({ body, headers }: Posted, secret: string) => {
  services.clock.set(new Date())
  return new Webhook(secret).verify(body, headers)
}

describe('what is sent', () => {
  it('is verified by the library of the specification, and says ids alone', async () => {
    services.clock.set(new Date())
    const { secret } = await insertEndpoint(services)
    await tell()
    expect(await run()).toBe(1)
    const [sent] = posted
    expect(sent && verify(sent, secret)).toEqual({
      type: 'plan.updated',
      timestamp: expect.any(String),
      data: { id: 'pln_0', merchantId: 'mer_1' },
    })
    expect(() => sent && verify({ ...sent, body: `${sent.body} ` }, secret)).toThrow('No matching signature')
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1, responseStatus: 204 }])
    expect(JSON.stringify(await deliveries())).not.toContain(secret)
  })

  it('is signed with both secrets while a rotation overlaps, and then with the new one', async () => {
    services.clock.set(new Date())
    const ctx = contextAs(services, await asAdmin(services))
    const { endpointId, secret } = await insertEndpoint(services)
    const oldUntil = new Date(services.clock.now().getTime() + 3_600_000)
    services.clock.advance(10)
    const rotated = await rotateEndpoint(ctx, { endpointId, version: 1, oldUntil })
    await tell()
    await run()
    for (const one of [secret, rotated.secret])
      expect(posted[0] && verify(posted[0], one)).toMatchObject({ type: 'plan.updated' })
    expect(posted[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    services.clock.set(oldUntil)
    await tell()
    await run()
    expect(posted[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('goes to who asked for such events of such merchants', async () => {
    const all = await insertEndpoint(services)
    const own = await insertEndpoint(services, { merchantIds: ['mer_1'] })
    await insertEndpoint(services, { merchantIds: ['mer_2'] })
    await insertEndpoint(services, { eventTypes: ['payout.paid'] })
    await insertEndpoint(services, { isEnabled: false })
    await tell()
    await run()
    expect((await deliveries()).map(({ endpointId }) => endpointId).sort()).toEqual(
      [all.endpointId, own.endpointId].sort(),
    )
  })
})

describe('an event is written', () => {
  const sell = (history = {}) =>
    inTransaction(services, (tx) =>
      writeSubscriptions(
        services,
        tx,
        [
          {
            id: 'sub_1',
            merchantId: 'mer_1',
            status: 'active',
            amountMinor: 900,
            createdAt: services.clock.now(),
            updatedAt: services.clock.now(),
          },
        ],
        history,
      ),
    )
  const drink = (isQuiet: boolean) =>
    inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [{ id: 'red_1', merchantId: 'mer_1', redeemedAt: services.clock.now() }], {
        isQuiet,
      }),
    )
  const types = async () => (await services.db.select().from(outwardEvents)).map(({ type }) => type)

  it('by those who write subscriptions and drinks', async () => {
    await insertEndpoint(services)
    await sell()
    await drink(false)
    expect(await types()).toEqual(['subscription.created', 'redemption.created'])
  })

  it('not where no one listens, not by an import, and not when the change is rolled back', async () => {
    await sell()
    expect(await types()).toEqual([])
    await insertEndpoint(services)
    await inTransaction(services, async (tx) => {
      await recordWebhookEvents(services, tx, [{ type: 'plan.updated', subjectId: 'pln_1', merchantId: 'mer_1' }])
      throw new Error('rolled back')
    }).catch(() => undefined)
    await drink(true)
    expect(await types()).toEqual([])
  })
})

describe('what fails', () => {
  it('is tried again after growing pauses, about 28 hours long, and then it has failed', async () => {
    await insertEndpoint(services)
    answer = () => ({ status: 500, text: 'no\u0000thing' })
    await tell()
    for (const pause of pausesMs) {
      expect(await run()).toBe(1)
      services.clock.advance(pause - 1)
      expect(await run()).toBe(0)
      services.clock.advance(pause * 0.1 + 2)
    }
    expect(await run()).toBe(1)
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: 8, responseStatus: 500, fault: 'STATUS', responseText: 'no thing' },
    ])
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('waits no day longer where a clock wrote it that was set back since', async () => {
    await insertEndpoint(services)
    answer = () => ({ status: 500 })
    services.clock.advance(dayMs)
    await tell()
    expect(await run()).toBe(1)
    services.clock.advance(-dayMs)
    answer = () => ({})
    expect(await run()).toBe(0)
    await pruneWebhooks(services)
    expect(await run()).toBe(1)
    expect(await deliveries()).toMatchObject([{ status: 'delivered' }])
  })

  it('is replayed, alone or all since a moment, under the id that it had', async () => {
    const ctx = contextAs(services, await asAdmin(services))
    const { endpointId } = await insertEndpoint(services)
    await tell(3)
    await run()
    await services.db.update(webhookDeliveries).set({ status: 'failed', nextAttemptAt: null })
    const [first] = await deliveries()
    await replayDelivery(ctx, { deliveryId: first?.id ?? '' })
    expect(await run()).toBe(1)
    expect(posted[3]?.headers['webhook-id']).toBe(first?.messageId)
    expect(await replayFailed(ctx, { endpointId, since: new Date(services.clock.now().getTime() + 1) })).toEqual({
      replayed: 0,
    })
    expect(await replayFailed(ctx, { endpointId, since: new Date(0) })).toEqual({ replayed: 2 })
    expect(await run()).toBe(2)
    expect((await deliveries()).map(({ status }) => status)).toEqual(Array(3).fill('delivered'))
  })

  it('for five days, or is gone by its own word, switches its endpoint off, which is noted', async () => {
    const failing = await insertEndpoint(services)
    answer = () => ({ status: null, error: 'CONNECTION' })
    await tell()
    await run()
    services.clock.advance(5 * dayMs)
    await run()
    expect(await endpoints()).toMatchObject([{ isEnabled: false, disabledReason: 'failing' }])
    await tell()
    expect(await services.db.$count(outwardEvents)).toBe(1)
    await insertEndpoint(services)
    answer = () => ({ status: 410 })
    await tell()
    await run()
    const reasons = (await endpoints()).map(({ disabledReason }) => disabledReason)
    expect(new Set(reasons)).toEqual(new Set(['failing', 'gone']))
    expect((await services.db.select().from(adminAuditLogs)).map(({ action }) => action)).toEqual(
      Array(2).fill('disable_webhook'),
    )
    const ctx = contextAs(services, await asAdmin(services))
    await expect(sendTest(ctx, failing)).rejects.toMatchObject({ reason: 'ENDPOINT_DISABLED' })
  })
})

it('twenty couriers at once send each attempt once', async () => {
  await insertEndpoint(services)
  await tell(60)
  answer = () => new Promise((resolve) => setTimeout(resolve, 2, {}))
  await Promise.all(Array.from({ length: 20 }, run))
  await run()
  expect(posted).toHaveLength(60)
  expect(await services.db.$count(webhookDeliveries)).toBe(60)
})

it('a slow endpoint holds up no other, and has four on their way at most', async () => {
  const slow = await insertEndpoint(services, { url: 'https://slow.test/' })
  await insertEndpoint(services, { url: 'https://quick.test/' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  answer = async ({ url }) => (url.includes('slow') ? held.then(() => ({})) : {})
  await tell(10)
  const courier = new WebhookCourier(services, poster)
  courier.start()
  await expect.poll(() => posted.filter(({ url }) => url.includes('quick')).length).toBe(10)
  expect(posted.filter(({ url }) => url.includes('slow'))).toHaveLength(4)
  release()
  await expect.poll(() => posted.length).toBe(20)
  await courier.stop()
  expect((await endpoints()).find(({ id }) => id === slow.endpointId)?.lastSuccessAt).not.toBeNull()
})

it('what is old goes: delivered after 14 days, failed after 30, events after 3', async () => {
  await insertEndpoint(services)
  await tell(2)
  await run()
  const [first] = await deliveries()
  await services.db.update(webhookDeliveries).set({ status: 'failed' })
  services.clock.advance(14 * dayMs + 1)
  await tell()
  await run()
  await pruneWebhooks(services)
  expect((await deliveries()).filter(({ status }) => status === 'failed')).toHaveLength(2)
  expect(await services.db.$count(outwardEvents)).toBe(1)
  services.clock.advance(16 * dayMs)
  await pruneWebhooks(services)
  expect((await deliveries()).map(({ id }) => id)).not.toContain(first?.id)
})
