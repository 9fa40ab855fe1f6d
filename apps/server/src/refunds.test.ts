import { call } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { IngestAnswer } from '@quaff/features/ingest/contract'
import { ingestEvents } from '@quaff/features/ingest/server'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { exportStatement, payoutsRouter } from '@quaff/features/payouts/server'
import { payoutAdjustments, payouts } from '@quaff/features/payouts/tables'
import { placeWaitingRefunds, refundsRouter } from '@quaff/features/refunds/server'
import { refunds } from '@quaff/features/refunds/tables'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inTransaction, type KeyActor } from '@quaff/platform/server'
import { anonymous, asAdmin, asCustomer, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'

const services = await createTestServices()
let admin: TestContext
const merchantId = 'mer_a'
const february = new Date('2026-02-10T08:00:00Z')
const march = new Date('2026-03-10T08:00:00Z')
const key: KeyActor = {
  kind: 'key',
  keyId: 'key_1',
  name: 'App',
  merchantIds: [merchantId],
  scopes: ['ingest:refunds'],
  requestsPerMinute: 600,
}

beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-02-20T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: merchantId }, { id: 'mer_b' }])
  await asCustomer(services, { userId: 'per_1', displayName: 'Ana Pereira' })
  await charge('sub_1')
})

const charge = (id: string, details: object = {}) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      {
        id,
        merchantId,
        userId: 'per_1',
        status: 'active',
        amountMinor: 2_900,
        createdAt: february,
        updatedAt: february,
        currentPeriodStart: february,
        currentPeriodEnd: march,
        ...details,
      },
    ]),
  )
const ingest = (event: object) =>
  ingestEvents(contextAs(services, anonymous), key, 'refunds', [
    {
      eventId: 'evt_1',
      id: 'r1',
      occurredAt: services.clock.now().toISOString(),
      merchantId,
      subscriptionId: 'sub_1',
      periodStart: february.toISOString(),
      amountMinor: 1_000,
      currency: 'usd',
      ...event,
    },
  ])
const outcomesOf = ({ results }: IngestAnswer) =>
  results.map(({ outcome, code }) => (code ? `${outcome} ${code}` : outcome))

const asAdministrator = () => ({ context: admin })
const generate = async (period: string) =>
  (await call(payoutsRouter.generate, { period, merchantIds: [merchantId] }, asAdministrator())).results[0]
const lines = async () =>
  (await services.db.select().from(payoutAdjustments).orderBy(payoutAdjustments.createdAt)).map(
    ({ kind, amountMinor, payoutId }) => `${kind} ${amountMinor} ${payoutId === null ? 'waits' : 'in a payout'}`,
  )
const stored = async (id: string | undefined) => {
  const [row] = await services.db
    .select()
    .from(payouts)
    .where(eq(payouts.id, id ?? ''))
  if (!row) throw new Error('The payout is not there.')
  return row
}
async function pay(period: string, now: string) {
  services.clock.set(now)
  const { payoutIds } = (await generate(period)) ?? { payoutIds: [] }
  for (const payoutId of payoutIds)
    for (const step of ['approve', 'markSent'] as const)
      await call(payoutsRouter[step], { payoutId, version: (await stored(payoutId)).version }, asAdministrator())
  return payoutIds[0]
}
const record = (details: object = {}, by = admin) =>
  call(
    refundsRouter.record,
    { subscriptionId: 'sub_1', periodStart: february, amountMinor: 900, reason: 'Closed for a week', ...details },
    { context: by },
  )

describe('a refund by hand', () => {
  it('of a charge whose payout was sent waits for the next payout, with its reason', async () => {
    await pay('2026-02', '2026-03-02T12:00:00Z')
    await record()
    expect(await lines()).toEqual(['refund -900 waits'])
    services.clock.set('2026-04-02T12:00:00Z')
    expect(await stored((await generate('2026-03'))?.payoutIds[0])).toMatchObject({ netMinor: -900, grossMinor: 0 })
  })

  it('of a charge that a draft pays joins the draft', async () => {
    services.clock.set('2026-03-02T12:00:00Z')
    const id = (await generate('2026-02'))?.payoutIds[0]
    await record({ amountMinor: 2_900 })
    expect(await stored(id)).toMatchObject({ grossMinor: 2_900, adjustmentsMinor: -2_900, version: 2 })
  })

  it('counts once for a repeated request, and never more than is left of the charge', async () => {
    const requestKey = crypto.randomUUID()
    const [first, again] = [await record({ requestKey }), await record({ requestKey })]
    expect(first).toEqual(again)
    await expect(record({ amountMinor: 2_001 })).rejects.toMatchObject({
      reason: 'EXCEEDS_CHARGE',
      message: 'Only 20.00 USD of this charge isn’t refunded yet.',
    })
    await record({ amountMinor: 2_000 })
    expect(await lines()).toEqual(['refund -900 waits', 'refund -2000 waits'])
  })

  it('is an administrator’s, and of a charge that is there', async () => {
    for (const actor of [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])])
      await expect(record({}, contextAs(services, actor))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(record({ periodStart: march })).rejects.toMatchObject({ reason: 'CHARGE' })
  })
})

describe('who reads refunds', () => {
  it('the merchant’s own people, with masked names, and no one else’s', async () => {
    await ingest({ kind: 'dispute', status: 'open' })
    const list = async (actor: Parameters<typeof contextAs>[1]) =>
      (await call(refundsRouter.list, { merchantId }, { context: contextAs(services, actor) })).rows
    expect(await list(admin.actor)).toMatchObject([{ subscriberName: 'Ana Pereira', isHeld: true, amount: 1_000 }])
    expect(await list(await asOwner(services, [merchantId]))).toMatchObject([{ subscriberName: 'Ana P.' }])
    expect(await list(await asViewer(services, [merchantId]))).toHaveLength(1)
    expect(await list(await asOwner(services, ['mer_b']))).toEqual([])
  })

  it('by subscription, and by the payout that pays the charge', async () => {
    const payoutId = await pay('2026-02', '2026-03-02T12:00:00Z')
    await record()
    for (const of of [{ subscriptionId: 'sub_1' }, { payoutId }])
      expect((await call(refundsRouter.list, of, asAdministrator())).rows).toMatchObject([{ amount: 900 }])
    expect((await call(refundsRouter.list, { payoutId: 'pay_none' }, asAdministrator())).rows).toEqual([])
  })
})

describe('what the merchant reads', () => {
  it('so far: the refund that waits by name, and what a dispute holds', async () => {
    await record()
    await charge('sub_2', { amountMinor: 1_000 })
    await ingest({ subscriptionId: 'sub_2', kind: 'dispute', status: 'open' })
    const owner = contextAs(services, await asOwner(services, [merchantId]))
    const summary = await call(payoutsRouter.summary, { merchantId }, { context: owner })
    expect(summary).toMatchObject({
      soFar: [
        {
          gross: 2_900,
          adjustments: -900,
          net: 2_000,
          renewalCount: 1,
          waiting: [{ amount: -900, charge: { subscriberName: 'Ana P.', periodStart: february } }],
        },
      ],
      held: [{ currency: 'usd', amount: 1_000, count: 1 }],
    })
  })

  it('on the statement and in its file: the kind, the charge and the masked subscriber', async () => {
    services.clock.set('2026-03-02T12:00:00Z')
    const payoutId = (await generate('2026-02'))?.payoutIds[0] ?? ''
    await record()
    await call(payoutsRouter.approve, { payoutId, version: (await stored(payoutId)).version }, asAdministrator())
    const owner = contextAs(services, await asOwner(services, [merchantId]))
    expect((await call(payoutsRouter.get, { payoutId }, { context: owner })).adjustmentLines).toMatchObject([
      { kind: 'refund', amount: -900, charge: { subscriptionId: 'sub_1', subscriberName: 'Ana P.' } },
    ])
    let file = ''
    for await (const piece of (await exportStatement(owner, { payoutId, format: 'csv' })).chunks) file += piece
    expect(file).toMatch(/,Refund,2026-02-10[^\n]*,Ana P\.,Unknown Plan,,Refund: Closed for a week,-9\.00,USD/)
  })
})

describe('refunds and disputes that a key sends', () => {
  it('count once by the id of the event, and by the state of the refund after that', async () => {
    expect(outcomesOf(await ingest({}))).toEqual(['created'])
    expect(outcomesOf(await ingest({}))).toEqual(['duplicate'])
    expect(outcomesOf(await ingest({ eventId: 'evt_2' }))).toEqual(['same'])
    services.clock.advance(60_000)
    expect(outcomesOf(await ingest({ eventId: 'evt_3', status: 'reversed' }))).toEqual(['updated'])
    expect(outcomesOf(await ingest({ eventId: 'evt_4', occurredAt: '2026-02-20T12:00:00Z' }))).toEqual(['older'])
    expect(await lines()).toEqual(['refund -1000 waits', 'refund_reversal 1000 waits'])
  })

  it('wait for a charge that is not there yet, no matter who brings it', async () => {
    const periodStart = march.toISOString()
    await ingest({ periodStart })
    expect(await lines()).toEqual([])
    services.clock.set('2026-03-11T12:00:00Z')
    await charge('sub_1', { updatedAt: march, currentPeriodStart: march, currentPeriodEnd: new Date('2026-04-10') })
    await placeWaitingRefunds(services)
    await placeWaitingRefunds(services)
    expect(await lines()).toEqual(['refund -1000 waits'])
  })

  it('are refused for another merchant, an unknown pass, and a status that does not fit', async () => {
    expect(outcomesOf(await ingest({ merchantId: 'mer_b' }))).toEqual(['refused FOREIGN_MERCHANT'])
    expect(outcomesOf(await ingest({ subscriptionId: 'sub_none' }))).toEqual(['refused UNKNOWN_SUBSCRIPTION'])
    expect(outcomesOf(await ingest({ kind: 'dispute' }))).toEqual(['refused INVALID_FIELD'])
    expect(await services.db.$count(refunds)).toBe(0)
  })

  it('of two at the same time one counts', async () => {
    await Promise.all([ingest({}), ingest({ eventId: 'evt_2' })])
    expect(await lines()).toEqual(['refund -1000 waits'])
  })
})

describe('an open dispute', () => {
  const dispute = (status: string, eventId: string) => ingest({ eventId, kind: 'dispute', status, amountMinor: 2_900 })

  it('takes its charge out of a draft, and a release brings it into the next payout', async () => {
    services.clock.set('2026-03-02T12:00:00Z')
    const id = (await generate('2026-02'))?.payoutIds[0]
    await dispute('open', 'evt_1')
    expect(await stored(id)).toMatchObject({ grossMinor: 0, netMinor: 0, renewalCount: 0 })
    const [row] = await services.db.select().from(refunds)
    await call(refundsRouter.release, { refundId: row?.id ?? '' }, asAdministrator())
    await expect(call(refundsRouter.release, { refundId: row?.id ?? '' }, asAdministrator())).rejects.toMatchObject({
      reason: 'NOT_HELD',
    })
    services.clock.set('2026-04-02T12:00:00Z')
    expect(await stored((await generate('2026-03'))?.payoutIds[0])).toMatchObject({ grossMinor: 2_900, lateCount: 1 })
    await dispute('lost', 'evt_2')
    expect(await lines()).toEqual(['dispute -2900 in a payout'])
  })

  it('that is lost before anything was paid comes to nothing in the next payout', async () => {
    await dispute('open', 'evt_1')
    services.clock.advance(60_000)
    await dispute('lost', 'evt_2')
    services.clock.set('2026-03-02T12:00:00Z')
    expect(await stored((await generate('2026-02'))?.payoutIds[0])).toMatchObject({ grossMinor: 2_900, netMinor: 0 })
  })
})

it('below zero is carried over twice, in two currencies, neither lost nor doubled', async () => {
  await charge('sub_eur', { currency: 'eur', amountMinor: 2_000 })
  await pay('2026-02', '2026-03-02T12:00:00Z')
  await record({ amountMinor: 2_900 })
  await record({ subscriptionId: 'sub_eur', amountMinor: 1_500 })
  for (const [period, now] of [
    ['2026-03', '2026-04-02T12:00:00Z'],
    ['2026-04', '2026-05-02T12:00:00Z'],
  ] as const) {
    services.clock.set(now)
    for (const id of (await generate(period))?.payoutIds ?? []) {
      const { netMinor, version } = await stored(id)
      if (netMinor < 0) await call(payoutsRouter.carryOver, { payoutId: id, version }, asAdministrator())
      expect((await stored(id)).netMinor).toBeGreaterThanOrEqual(0)
    }
  }
  const all = await services.db.select().from(payoutAdjustments)
  const owed = (currency: string) =>
    all.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.amountMinor, 0)
  expect([owed('usd'), owed('eur')]).toEqual([-2_900, -1_500])
  const waiting = all.filter(({ payoutId }) => payoutId === null)
  expect(waiting.map(({ currency, amountMinor, kind }) => `${kind} ${amountMinor} ${currency}`).toSorted()).toEqual([
    'carry -1500 eur',
    'carry -2900 usd',
  ])
})
