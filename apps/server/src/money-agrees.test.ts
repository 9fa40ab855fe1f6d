import { call } from '@orpc/server'
import { parse } from 'csv-parse/sync'
import { eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '@quaff/client/source'
import { analyticsRouter } from '@quaff/features/analytics/server'
import { insertKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { exportPayouts, exportStatement, payoutsRouter } from '@quaff/features/payouts/server'
import { adjustmentNames } from '@quaff/features/payouts/statement-rules'
import { payoutAdjustments, payoutCharges, payouts } from '@quaff/features/payouts/tables'
import { plansRouter } from '@quaff/features/plans/server'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { platformSettings } from '@quaff/features/settings/tables'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { exportSubscriptions, subscriptionsRouter } from '@quaff/features/subscriptions/server'
import { chargeHolds, subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/server'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { Money } from '@quaff/platform/shared/money/money'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import {
  anyStep,
  billedPasses,
  currencies,
  endedMonths,
  everyKind,
  generateAsPreviewed,
  keyOf,
  merchantIds,
  play,
  seen,
  take,
  type World,
  zones,
} from './testing/money-steps'

let runs = 0
const worlds = new Map<string, TestServices>()
beforeAll(async () => {
  for (const zone of zones) worlds.set(zone, await createTestServices({ settings: { timeZone: zone } }))
})
afterAll(() => Promise.all([...worlds.values()].map((services) => services.close())))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const textOf = async ({ chunks }: { chunks: AsyncIterable<string | Uint8Array> | Iterable<string> }) => {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}
const csvOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true })

/** Statement on screen, its file, the list, its file and the read API: one set of numbers for each payout. */
async function checkPayouts(context: TestContext, read: ReadonlyMap<string, object>): Promise<void> {
  const { rows } = await call(payoutsRouter.list, { limit: 100 }, { context })
  const listed = csvOf(await textOf(await exportPayouts(context, { format: 'csv' })))
  const { net } = await call(payoutsRouter.counts, {}, { context })
  expect(sumByCurrency(Object.values(net).flat())).toEqual(
    sumByCurrency(rows.map((row) => ({ amountMinor: row.net, currency: row.currency }))),
  )
  for (const row of rows) {
    const { id: payoutId, currency } = row
    const statement = await call(payoutsRouter.get, { payoutId }, { context })
    const { rows: renewals } = await call(payoutsRouter.renewals, { payoutId, limit: 100 }, { context })
    const { gross, fee, adjustments, net: paid, adjustmentLines, renewalCount } = statement
    expect([renewals.length, sum(renewals.map(({ amount }) => amount))]).toEqual([renewalCount, gross])
    expect(sum(adjustmentLines.map(({ amount }) => amount))).toBe(adjustments)
    expect(gross - fee + adjustments).toBe(paid)
    expect(row).toMatchObject({ gross, fee, adjustments, net: paid, renewalCount })

    const text = (minor: number) => decimalText(minor, currency)
    const file = csvOf(await textOf(await exportStatement(context, { payoutId, format: 'csv' })))
    const amountsOf = (...lines: string[]) =>
      file.filter(({ Line = '' }) => lines.includes(Line)).map((one) => one['Amount'])
    expect(amountsOf('Renewal', 'Late renewal')).toEqual(renewals.map(({ amount }) => text(amount)))
    const discounted = renewals.flatMap(({ listAmount }) =>
      listAmount === null ? [] : [`List price ${text(listAmount)}`],
    )
    expect(file.flatMap(({ Note = '' }) => (Note.startsWith('List price') ? [Note] : []))).toEqual(discounted)
    expect(amountsOf('Gross', 'Platform fee', 'Net')).toEqual([gross, fee === 0 ? 0 : -fee, paid].map(text))
    const sorted = (amounts: readonly (string | undefined)[]) =>
      amounts.map(Number).toSorted((one, other) => one - other)
    expect(sorted(amountsOf(...Object.values(adjustmentNames)))).toEqual(
      sorted(adjustmentLines.map(({ amount }) => text(amount))),
    )
    expect(listed.find((one) => one['Payout'] === payoutId)).toMatchObject({
      Gross: text(gross),
      'Platform fee': text(fee === 0 ? 0 : -fee),
      Adjustments: text(adjustments),
      Net: text(paid),
    })
    expect(read.get(payoutId)).toMatchObject({
      grossMinor: gross,
      feeMinor: fee,
      adjustmentsMinor: adjustments,
      netMinor: paid,
    })
  }
}

/** Every late charge in one payout, in Billing's running month, or held; every adjustment in one payout or waiting. */
async function checkNothingLost(services: TestServices, admin: TestContext): Promise<void> {
  const charges = await services.db.select().from(subscriptionCharges)
  const links = await services.db.select().from(payoutCharges)
  const holds = await services.db.select().from(chargeHolds).where(isNull(chargeHolds.releasedAt))
  const lines = await services.db.select().from(payoutAdjustments)
  const paid = await services.db.select().from(payouts)
  const linked = new Set(links.map(keyOf))
  const held = new Set(holds.map(keyOf))
  seen.payouts += paid.length
  seen.held += held.size
  expect(linked.size).toBe(links.length)
  for (const merchantId of merchantIds) {
    const { soFar, closed, end, held: heldSums } = await call(payoutsRouter.summary, { merchantId }, { context: admin })
    for (const currency of currencies) {
      const isOwn = (row: { merchantId: string; currency: string }) =>
        row.merchantId === merchantId && row.currency === currency
      const open = charges.filter(
        (row) => isOwn(row) && !linked.has(keyOf(row)) && !held.has(keyOf(row)) && row.periodStart < end,
      )
      const away = charges.filter((row) => isOwn(row) && !linked.has(keyOf(row)) && !open.includes(row))
      const due = [...soFar, ...(closed?.amounts ?? [])].filter((one) => one.currency === currency)
      const billing = {
        gross: sum(due.map(({ gross }) => gross)),
        renewalCount: sum(due.map(({ renewalCount }) => renewalCount)),
        adjustments: sum(due.map(({ adjustments }) => adjustments)),
      }
      const waiting = lines.filter((row) => isOwn(row) && row.payoutId === null)
      expect([billing.gross, billing.renewalCount]).toEqual([
        sum(open.map(({ amountMinor }) => amountMinor)),
        open.length,
      ])
      const heldOf = charges.filter((row) => isOwn(row) && held.has(keyOf(row)) && !linked.has(keyOf(row)))
      expect(heldSums.filter((one) => one.currency === currency)).toEqual(
        heldOf.length > 0
          ? [{ currency, amount: sum(heldOf.map(({ amountMinor }) => amountMinor)), count: heldOf.length }]
          : [],
      )
      expect(billing.adjustments).toBe(sum(waiting.map(({ amountMinor }) => amountMinor)))
      const ownPaid = paid.filter(isOwn)
      expect(
        sum(ownPaid.map(({ grossMinor }) => grossMinor)) +
          billing.gross +
          sum(away.map(({ amountMinor }) => amountMinor)),
      ).toBe(sum(charges.filter(isOwn).map(({ amountMinor }) => amountMinor)))
      expect(sum(ownPaid.map(({ adjustmentsMinor }) => adjustmentsMinor)) + billing.adjustments).toBe(
        sum(lines.filter(isOwn).map(({ amountMinor }) => amountMinor)),
      )
    }
  }
}

/** The lines of a charge come to its refunds and its lost dispute, each once, and never to more than the charge. */
async function checkRefunds({ services, refunded, disputes }: World): Promise<void> {
  const lines = await services.db.select().from(payoutAdjustments)
  for (const charge of await services.db.select().from(subscriptionCharges)) {
    const key = keyOf(charge)
    const dispute = disputes.get(key)
    const claimed = (refunded.get(key) ?? 0) + (dispute?.status === 'lost' ? dispute.amountMinor : 0)
    const own = lines.filter(
      ({ subscriptionId, chargePeriodStart, kind }) =>
        kind !== 'correction' &&
        subscriptionId === charge.subscriptionId &&
        chargePeriodStart?.getTime() === charge.periodStart.getTime(),
    )
    const owed = Math.max(0, charge.amountMinor + charge.correctedMinor)
    expect(sum(own.map(({ amountMinor }) => -amountMinor)), key).toBe(Math.min(owed, claimed))
    seen.refunds += own.length
  }
}

/** Charges of the provider's passes come to what its invoices say, on the sheet too; what overlaps unbilled is or was held. */
async function checkBilled({ services, admin, billed }: World): Promise<void> {
  const holds = await services.db.select().from(chargeHolds)
  const corrections = await services.db.select().from(payoutAdjustments).where(eq(payoutAdjustments.kind, 'correction'))
  for (const pass of billed) {
    const own = await services.db
      .select()
      .from(subscriptionCharges)
      .where(eq(subscriptionCharges.subscriptionId, pass.id))
    const amounts = own.map(({ amountMinor }) => amountMinor)
    const lines = corrections.flatMap((row) => (row.subscriptionId === pass.id ? [row.amountMinor] : []))
    expect(sum(lines)).toBe(sum(own.map(({ correctedMinor }) => correctedMinor)))
    expect(sum(amounts) + sum(lines), pass.id).toBe(pass.owedMinor)
    const isHeld = (start: Date) =>
      holds.some((row) => row.subscriptionId === pass.id && row.reason === 'overlap' && +row.periodStart === +start)
    expect(pass.overlapping.every(isHeld)).toBe(true)
    seen.discounts += own.filter(({ amountMinor, listMinor }) => listMinor !== null && listMinor > amountMinor).length
    seen.prorations += own.filter(({ isProration }) => isProration).length
    seen.corrections += lines.length
    seen.overlaps += pass.overlapping.length
    if (own.length === 0) continue
    const sheet = await call(subscriptionsRouter.get, { subscriptionId: pass.id }, { context: admin })
    expect(sum(sheet.charges.map(({ amount, corrected }) => amount + corrected))).toBe(pass.owedMinor)
  }
}

/** Revenue: dashboard, analytics, plans, statistics, the file of subscriptions and the read API. */
async function checkRevenue(services: TestServices, admin: TestContext, read: readonly Money[]): Promise<void> {
  const context = admin
  const now = services.clock.now()
  const zone = services.settings.timeZone
  const range = { from: dayKeyIn(zone, shiftDaysIn(zone, now, -29)), to: dayKeyIn(zone, now) }
  const rows = await services.db.select().from(subscriptions)
  const active = rows.filter(({ status }) => status === 'active')
  const expected = (own = active) =>
    sumByCurrency(own.map(({ monthlyMinor: amountMinor, billingCurrency: currency }) => ({ amountMinor, currency })))
  const nonZero = (amounts: readonly { currency: string; value: number | null }[]) =>
    amounts.flatMap(({ currency, value }) => (value === null ? [] : [{ amountMinor: value, currency }]))
  const isOf = (merchantId?: string) => (row: { merchantId: string }) =>
    merchantId === undefined || row.merchantId === merchantId
  const atAll = expected()
  const metrics = await call(dashboardRouter.metrics, {}, { context })
  const orZero = (amounts: Money[]) => (amounts.length > 0 ? amounts : [{ amountMinor: 0, currency: 'usd' }])
  expect(metrics.totalRevenue).toEqual(orZero(atAll))
  expect(sumByCurrency(read)).toEqual(atAll)
  for (const merchantId of [undefined, ...merchantIds]) {
    const own = { merchantId }
    const amounts = expected(active.filter(isOf(merchantId)))
    const overview = await call(analyticsRouter.overview, { ...range, ...own }, { context })
    const shown = nonZero(overview.monthlyRevenue).filter(({ currency }) =>
      amounts.some((one) => one.currency === currency),
    )
    expect(shown).toEqual(amounts)
    expect((await call(analyticsRouter.planRevenue, { ...range, ...own }, { context })).totals).toEqual(amounts)
    expect((await call(subscriptionsRouter.stats, own, { context })).totalRevenue).toEqual(amounts)
    if (merchantId === undefined) continue
    const venue = await call(dashboardRouter.merchantOverview, { merchantId }, { context })
    const plans = await call(plansRouter.list, { merchantId }, { context })
    expect(venue.monthlyRevenue).toEqual(orZero(amounts))
    expect(sumByCurrency(venue.revenueByPlan.map(({ monthly }) => monthly))).toEqual(amounts)
    expect(plans.totals.monthlyRevenue).toEqual(orZero(amounts))
    const parts = [...plans.rows, ...(plans.withoutPlan ? [plans.withoutPlan] : [])]
    expect(sumByCurrency(parts.flatMap(({ monthlyRevenue }) => monthlyRevenue))).toEqual(amounts)
  }
  const file = csvOf(await textOf(await exportSubscriptions(context, { format: 'csv' })))
  const monthly = new Map(file.map((line) => [line['ID'], [line['Monthly amount'], line['Currency']]]))
  expect(monthly).toEqual(
    new Map(
      rows.map(({ id, monthlyMinor, billingCurrency }) => [
        id,
        [decimalText(monthlyMinor, billingCurrency), billingCurrency.toUpperCase()],
      ]),
    ),
  )
}

async function readAll(services: TestServices) {
  const app = buildServer(services, { mount: (server) => mountApi(server, services) })
  const { secret } = await insertKey(services)
  const client = createClient({
    baseUrl: 'http://quaff.test/',
    secret,
    fetch: async (url, init) => app.request(url.replace('http://quaff.test', ''), init),
  })
  const paid = new Map<string, object>()
  for await (const row of client.paginate('payouts', {})) paid.set(row.id, row)
  const revenue: Money[] = []
  for await (const row of client.paginate('subscriptions', { status: 'active' }))
    revenue.push({ amountMinor: row.monthlyMinor, currency: row.currency })
  return { paid, revenue }
}

it('§0020 every place that shows money agrees to the minor unit, and nothing is paid twice or lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(anyStep, { minLength: 15, maxLength: 45 }),
      fc.constantFrom(0, 333, 2_000),
      async (zone, steps, feeBasisPoints) => {
        const services = worlds.get(zone)
        if (!services) throw new Error(`no services in ${zone}`)
        await services.database.truncate()
        // Another moment than in the run before, so that no remembered answer is given.
        services.clock.set(new Date(Date.UTC(2026, 0, 8) + 7 * 60_000 * (runs += 1)))
        await insertMerchants(
          services,
          merchantIds.map((id) => ({ id })),
        )
        await services.db
          .insert(platformSettings)
          .values({ key: 'platformFeeBasisPoints', value: feeBasisPoints, updatedAt: services.clock.now() })
        for (const [index, merchantId] of merchantIds.entries())
          await insertPlan(services, { id: `pln_${index}`, merchantId })
        const admin = contextAs(services, await asAdmin(services))
        await insertUser(services, { id: 'per_billed' })
        const world: World = {
          services,
          admin,
          refunded: new Map(),
          disputes: new Map(),
          billed: billedPasses(),
          late: [],
        }
        for (const step of steps) await play(world, step)
        for (const event of world.late) await take(services, event)
        for (const month of endedMonths(services)) await generateAsPreviewed(admin, month)
        const { periods } = await call(payoutsRouter.periods, {}, { context: admin })
        expect(periods.flatMap(({ missing }) => missing)).toEqual([])
        services.clock.advance(6 * 60_000)
        const { paid, revenue } = await readAll(services)
        await checkPayouts(admin, paid)
        await checkPayouts(contextAs(services, await asOwner(services, merchantIds)), paid)
        await checkNothingLost(services, admin)
        await checkRefunds(world)
        await checkBilled(world)
        await checkRevenue(services, admin, revenue)
      },
    ),
    {
      numRuns: 15,
      examples: [
        ['America/New_York', everyKind, 333],
        // No merchant sells anything: revenue is zero in the currency of the prices.
        ['Asia/Kathmandu', [], 0],
      ],
    },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
}, 300_000)
