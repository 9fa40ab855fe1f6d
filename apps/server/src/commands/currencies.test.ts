import { eq, getTableName, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { importRuns } from '@quaff/features/imports/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { paymentEvents, paymentLinks } from '@quaff/features/payments/tables'
import { payoutAdjustments, payouts } from '@quaff/features/payouts/tables'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { findCurrencyDecimals, insertCurrencyDecimals, type CurrencyDecimals } from '@quaff/features/settings/server'
import { billingIntervals } from '@quaff/features/subscriptions/contract'
import { monthlyAmountMinor, resolvePrice } from '@quaff/features/subscriptions/rules'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { subscriptionCharges, subscriptionEvents, subscriptions } from '@quaff/features/subscriptions/tables'
import { commandLineContext, inTransaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { currencyDecimals } from '@quaff/platform/shared/money/decimals'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { runAggregates } from './aggregates'
import { readCurrenciesTask, runCurrencies } from './currencies'
import { requireCurrencyDecimals, amountTables } from './kept-decimals'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(new Date('2026-03-10T12:00:00Z'))
  await insertMerchants(services, [{ id: 'mer_1' }, { id: 'mer_2' }])
})
afterEach(() => void vi.unstubAllGlobals())

const { NumberFormat } = Intl
/** An engine that gives these decimals to these currencies, as another ICU does. */
function simulateEngine(decimals: CurrencyDecimals): void {
  class OtherFormat extends NumberFormat {
    constructor(locale?: Intl.LocalesArgument, options: Intl.NumberFormatOptions = {}) {
      const digits = decimals[options.currency?.toLowerCase() ?? '']
      super(locale, {
        ...(digits !== undefined && { maximumFractionDigits: digits, minimumFractionDigits: digits }),
        ...options,
      })
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { NumberFormat: OtherFormat }))
}

const storedWith = (decimals: CurrencyDecimals) =>
  insertCurrencyDecimals(services.db, { ...currencyDecimals(), ...decimals }, services.clock.now())

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCurrencies(commandLineContext(services), readCurrenciesTask(args), (line) => lines.push(line))
  return lines
}
async function differences(): Promise<string[]> {
  const lines: string[] = []
  await runAggregates(services, 'check', (line) => lines.push(line))
  return lines
}
const nothing = ['✓ aggregates  No differences found']

const dated = { createdAt: new Date('2026-01-05T08:00:00Z'), updatedAt: new Date('2026-02-05T08:00:00Z') }
const sold = (id: string, more: Partial<SubscriptionWrite> = {}): SubscriptionWrite => ({
  id,
  merchantId: 'mer_1',
  status: 'active',
  amountMinor: 2_990,
  currency: 'huf',
  ...dated,
  currentPeriodStart: dated.updatedAt,
  currentPeriodEnd: new Date('2026-03-15T08:00:00Z'),
  ...more,
})
const write = (...rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))

/** Each amount of the product once in forints of no decimals, and once in dollars. */
async function trade(): Promise<void> {
  for (const currency of ['huf', 'usd'])
    await insertPlan(services, {
      id: `pln_${currency}`,
      merchantId: 'mer_1',
      fields: { singleDrinkPrice: 480, note: 'kept' },
      prices: [{ currency, amountMinor: 2_990 }],
    })
  await write(
    sold('monthly'),
    sold('yearly', { amountMinor: 29_000, interval: 'year' }),
    sold('weekly', {
      amountMinor: null,
      currency: null,
      priceDetails: { amount: 650, currency: 'HUF', interval: 'week' },
    }),
    sold('repriced', { amountMinor: 2_500 }),
    sold('dollars', { currency: 'usd', merchantId: 'mer_2' }),
  )
  await write(sold('repriced', { updatedAt: new Date('2026-02-06T08:00:00Z') }))
  const payout = { merchantId: 'mer_1', feeBasisPoints: 300, adjustmentsMinor: -7 }
  for (const currency of ['huf', 'usd'])
    await insertPayout(services, { ...payout, id: `pay_${currency}`, currency, grossMinor: 2_990 })
  await services.db
    .insert(payoutAdjustments)
    .values({
      id: 'adj_1',
      merchantId: 'mer_1',
      currency: 'huf',
      payoutId: 'pay_huf',
      amountMinor: -7,
      reason: 'Broken grinder',
      createdAt: dated.createdAt,
    })
  const facts = { kind: 'subscription', price: { amountMinor: 2_990, currency: 'huf' } } as never
  const invoice = { kind: 'invoice', amountMinor: 2_990, currency: 'huf' } as never
  await services.db
    .insert(paymentLinks)
    .values({ providerSubscriptionId: 's', subscriptionFacts: facts, invoiceFacts: invoice })
  const periods = [
    { periodStart: 1, amountMinor: 2_500, listMinor: 2_990 },
    { periodStart: 2, amountMinor: -10, listMinor: 0 },
  ]
  const billing = { kind: 'billing', billed: { source: 'in_1', currency: 'huf', periods } } as never
  const unmatched = {
    type: 'x',
    occurredAt: dated.createdAt,
    receivedAt: dated.createdAt,
    outcome: 'unmatched',
  } as const
  await services.db.insert(paymentEvents).values([
    { ...unmatched, eventId: 'evt_1', facts },
    { ...unmatched, eventId: 'evt_2', facts: invoice },
    { ...unmatched, eventId: 'evt_3', facts: billing, refundFacts: { amountMinor: 99, currency: 'huf' } as never },
  ])
}

const pricesOf = async () =>
  Object.fromEntries(
    (await services.db.select().from(subscriptions)).map((row) => [
      row.id,
      [resolvePrice(row).amountMinor, row.monthlyMinor],
    ]),
  )

describe('amounts with other decimals', () => {
  it('are named by a check, which changes nothing', async () => {
    await storedWith({ huf: 0 })
    await trade()
    const before = await pricesOf()
    const lines = await run('--check')
    expect(lines[0]).toBe('Amounts with different decimals: HUF 0 instead of 2.')
    expect(lines).toContain('subscriptions: 4 rows in HUF')
    expect(lines).toContain('payouts: 1 rows in HUF')
    expect(lines.at(-1)).toMatch(/^Nothing was changed/)
    expect(await pricesOf()).toEqual(before)
  })

  it('are converted everywhere, and every counter agrees', async () => {
    await storedWith({ huf: 0 })
    await trade()
    expect(await differences()).toEqual(nothing)
    const lines = await run('--convert')
    expect(lines).toContain('subscriptions: 4 converted')
    expect(await pricesOf()).toEqual({
      monthly: [299_000, 299_000],
      yearly: [2_900_000, 241_667],
      weekly: [65_000, 281_645],
      repriced: [299_000, 299_000],
      dollars: [2_990, 2_990],
    })
    expect(await differences()).toEqual(nothing)
    const charges = await services.db.select().from(subscriptionCharges).orderBy(subscriptionCharges.subscriptionId)
    expect(charges.map(({ subscriptionId, amountMinor }) => `${subscriptionId} ${amountMinor}`)).toEqual([
      'dollars 2990',
      'monthly 299000',
      'repriced 250000',
      'weekly 65000',
      'yearly 2900000',
    ])
    const sums = await services.db.execute<
      Record<string, unknown>
    >(sql`select currency, sum(amount_minor)::int as sum from subscription_charge_months
      group by 1 order by 1`)
    expect(sums.rows).toEqual([
      { currency: 'huf', sum: 3_514_000 },
      { currency: 'usd', sum: 2_990 },
    ])
    const prices = await services.db.select().from(planPrices).orderBy(planPrices.planId)
    expect(prices.map(({ amountMinor }) => amountMinor)).toEqual([299_000, 2_990])
    const plans = await services.db.select().from(subscriptionPlans).orderBy(subscriptionPlans.id)
    expect(plans.map(({ fields }) => fields)).toEqual([
      { singleDrinkPrice: 48_000, note: 'kept' },
      { singleDrinkPrice: 480, note: 'kept' },
    ])
    expect(await services.db.select().from(payouts).where(eq(payouts.currency, 'huf'))).toMatchObject([
      { grossMinor: 299_000, feeMinor: 9_000, adjustmentsMinor: -700, netMinor: 289_300 },
    ])
    expect(await services.db.select().from(payoutAdjustments)).toMatchObject([{ amountMinor: -700 }])
    expect(await services.db.select().from(paymentLinks)).toMatchObject([
      { subscriptionFacts: { price: { amountMinor: 299_000 } }, invoiceFacts: { amountMinor: 299_000 } },
    ])
    const events = await services.db.select().from(paymentEvents).orderBy(paymentEvents.eventId)
    expect(events.map(({ facts }) => facts)).toMatchObject([
      { price: { amountMinor: 299_000 } },
      { amountMinor: 299_000 },
      {
        billed: {
          periods: [
            { periodStart: 1, amountMinor: 250_000, listMinor: 299_000 },
            { periodStart: 2, amountMinor: -1_000, listMinor: 0 },
          ],
        },
      },
    ])
    expect(events[2]?.refundFacts).toEqual({ amountMinor: 9_900, currency: 'huf' })
    const history = await services.db
      .select()
      .from(subscriptionEvents)
      .where(eq(subscriptionEvents.subscriptionId, 'repriced'))
    expect(history.map(({ kind, details }) => [kind, details])).toEqual(
      expect.arrayContaining([
        ['started', expect.objectContaining({ amountMinor: 250_000, currency: 'huf' })],
        ['price_changed', { from: '250000 huf / 1 month', to: '299000 huf / 1 month' }],
      ]),
    )
    expect(await services.db.select().from(adminAuditLogs)).toMatchObject([{ action: 'convert_currencies' }])
    await requireCurrencyDecimals(services)
    expect(await run('--convert')).toEqual([expect.stringMatching(/^✓ currencies {2}All amounts/)])
    expect((await pricesOf())['monthly']).toEqual([299_000, 299_000])
  })

  it('have the monthly equivalent of the rule, whatever their rhythm', async () => {
    const price = fc.record({
      amountMinor: fc.option(fc.nat(90_000)),
      interval: fc.constantFrom(...billingIntervals, null, 'fortnight'),
      intervalCount: fc.constantFrom(null, 0, 1, 2, 3, 7, 36),
      priceDetails: fc.option(
        fc.record({
          amount: fc.nat(90_000),
          interval: fc.constantFrom(...billingIntervals),
          intervalCount: fc.constantFrom(1, 2.5, 6),
        }),
      ),
    })
    await storedWith({ iqd: 0 })
    const rows = fc.sample(price, { numRuns: 300, seed: 5 })
    await write(...rows.map((one, index) => sold(`s${index}`, { ...one, currency: 'iqd' })))
    await run('--convert')
    const after = await services.db.select().from(subscriptions)
    for (const row of after) {
      expect(resolvePrice(row).amountMinor).toBe(resolvePrice(rows[Number(row.id.slice(1))] ?? {}).amountMinor * 1_000)
      expect([row.id, row.monthlyMinor]).toEqual([row.id, monthlyAmountMinor(resolvePrice(row))])
    }
    expect(await differences()).toEqual(nothing)
  })

  it('are divided where nothing is lost, and otherwise listed and left alone', async () => {
    await storedWith({ isk: 2 })
    await write(
      sold('whole', { amountMinor: 50_000, currency: 'isk' }),
      sold('part', { amountMinor: 50_050, currency: 'isk' }),
    )
    const lines: string[] = []
    const converting = runCurrencies(commandLineContext(services), readCurrenciesTask(['--convert']), (line) =>
      lines.push(line),
    )
    await expect(converting).rejects.toThrow('Nothing was changed')
    expect(lines).toContain('subscriptions: 1 amounts in ISK would lose decimals or are too large')
    expect(lines).toContain('  part')
    expect((await pricesOf())['whole']?.[0]).toBe(50_000)
    await write(sold('part', { amountMinor: 50_100, currency: 'isk', updatedAt: new Date('2026-02-06T08:00:00Z') }))
    await services.db.delete(subscriptionCharges)
    await services.db.delete(subscriptionEvents)
    await run('--convert')
    expect(await pricesOf()).toEqual({ whole: [500, 500], part: [501, 501] })
    expect(await differences()).toEqual(nothing)
  })

  it('that no column can hold are listed', async () => {
    await storedWith({ idr: 0 })
    await write(sold('dear', { amountMinor: 30_000_000, currency: 'idr' }))
    await expect(run('--convert')).rejects.toThrow('Correct the amounts above')
    expect((await pricesOf())['dear']?.[0]).toBe(30_000_000)
  })

  it('wait for an import that is under way', async () => {
    await storedWith({ huf: 0 })
    await write(sold('monthly'))
    const import_ = { id: 'run', state: 'writing', source: 'x', options: {}, startedAt: dated.createdAt } as never
    await services.db.insert(importRuns).values(import_)
    await expect(run('--convert')).rejects.toThrow('An import is running')
  })

  it('show in the figures of earlier imports too', async () => {
    await storedWith({ huf: 0 })
    await write(sold('monthly'))
    const sum = { figure: 'monthly', of: 'mer_1', currency: 'huf', value: 2_990 }
    const causes = [
      { cause: 'skipped', value: 5 },
      { cause: 'edited', value: 5 },
    ]
    const difference = { ...sum, name: null, documents: 2_990, rows: 2_985, counted: null, causes, isExplained: true }
    const done = { id: 'run', state: 'done', source: 'x', options: {}, startedAt: dated.createdAt }
    const comparison = { at: '', sums: 1, differences: [difference], more: 0, lost: [] }
    await services.db.insert(importRuns).values({ ...done, leftOut: { skipped: [sum], kept: [] }, comparison } as never)
    await run('--convert')
    expect(await services.db.select().from(importRuns)).toMatchObject([
      {
        leftOut: { skipped: [{ value: 299_000 }] },
        comparison: {
          differences: [{ documents: 299_000, rows: 298_500, counted: null, causes: [{ value: 500 }, { value: 5 }] }],
        },
      },
    ])
  })
})

describe('the decimals of a database', () => {
  it('are noted from our table where nothing was written yet', async () => {
    simulateEngine({ huf: 0, kwd: 0 })
    await requireCurrencyDecimals(services)
    expect(await findCurrencyDecimals(services.db)).toEqual(currencyDecimals())
    await write(sold('monthly'))
    await requireCurrencyDecimals(services)
  })

  it('are those of the engine where an older version has written amounts, and stay so under another engine', async () => {
    simulateEngine({ huf: 0, iqd: 0 })
    await write(sold('monthly'))
    const message =
      'Stored amounts have different decimals (HUF 0 instead of 2). Back up, stop all servers and run `npm run currencies -- --convert`.'
    await expect(requireCurrencyDecimals(services)).rejects.toThrow(message)
    vi.unstubAllGlobals()
    simulateEngine({ huf: 2 })
    await expect(requireCurrencyDecimals(services)).rejects.toThrow(message)
    await run('--convert')
    await requireCurrencyDecimals(services)
    expect((await pricesOf())['monthly']?.[0]).toBe(299_000)
  })

  it('need no conversion where the engine agreed, or only other currencies have amounts', async () => {
    simulateEngine({ huf: 2, iqd: 0 })
    await write(sold('monthly'))
    await requireCurrencyDecimals(services)
    expect(await findCurrencyDecimals(services.db)).toEqual(currencyDecimals())
  })

  it('of another table keep a server from starting only where there are amounts', async () => {
    await storedWith({ clp: 2, huf: 0 })
    await requireCurrencyDecimals(services)
    expect(await findCurrencyDecimals(services.db)).toEqual(currencyDecimals())
  })

  it('can be corrected by --from where the first start has guessed wrong', async () => {
    await storedWith({ huf: 0 })
    await write(sold('monthly'))
    expect(await run('--convert', '--from', 'huf=2')).toEqual([expect.stringMatching(/^✓ currencies {2}All amounts/)])
    await requireCurrencyDecimals(services)
    expect((await pricesOf())['monthly']?.[0]).toBe(2_990)
    expect((await run('--convert', '--from', 'HUF=1'))[0]).toContain('HUF 1 instead of 2')
    expect((await pricesOf())['monthly']?.[0]).toBe(29_900)
  })

  it.each([
    [],
    ['--chek'],
    ['--check', '--from'],
    ['--check', '--from', 'huf'],
    ['--convert', '--from', 'huf=9'],
    ['--check', 'x'],
  ])('are not read from %j', (...args) => expect(() => readCurrenciesTask(args)).toThrow('Usage: npm run currencies'))
})

describe('every stored amount', () => {
  it('is among those that are converted', async () => {
    const { rows } = await services.db.execute<{ place: string }>(sql`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name like '%minor%' order by 1`)
    const declared = amountTables.flatMap(({ table, amounts = [], derived = [] }) =>
      [...amounts, ...derived].map(({ column }) => `${getTableName(table)}.${column.name}`),
    )
    /** They follow the merchants' counters and the subscriptions by triggers. */
    const followed = [
      'subscription_moves.monthly_minor',
      'subscription_platform_days.entered_monthly_minor',
      'subscription_platform_moves.amount_minor',
      'subscription_platform_totals.monthly_minor',
    ]
    expect(rows.map(({ place }) => place).filter((place) => !followed.includes(place))).toEqual(
      [...new Set(declared.filter((place) => place.includes('minor')))].sort(),
    )
  })

  it('in a document is among them too: a new kind of document needs a decision', async () => {
    const { rows } = await services.db.execute<{ place: string }>(sql`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and data_type = 'jsonb' order by 1`)
    const converted = [
      'analytics_snapshots.data',
      'import_runs.comparison',
      'import_runs.left_out',
      'import_runs.report',
      'payment_events.facts',
      'payment_events.refund_facts',
      'payment_links.invoice_facts',
      'payment_links.subscription_facts',
      'subscription_events.details',
      'subscription_plans.fields',
      'subscriptions.price_details',
    ]
    const historic = [
      'admin_audit_logs.after',
      'admin_audit_logs.before',
      'import_documents.originals',
      'once_keys.answer',
    ]
    const withoutAmounts =
      'api_keys.merchant_ids api_keys.scopes import_documents.residue import_runs.counts import_runs.options ' +
      'import_runs.undo_counts jobs.payload locations.fields merchant_applications.business merchant_applications.drafts ' +
      'merchant_applications.settings merchant_promotions.metadata merchants.address merchants.change_request ' +
      'platform_settings.value signup_form_versions.fields signup_forms.fields signup_submissions.answers ' +
      'user_activity.details users.claims users.metadata waitlist_entries.answers webhook_deliveries.request_headers ' +
      'webhook_endpoints.event_types webhook_endpoints.merchant_ids'
    const known = [...converted, ...historic, ...withoutAmounts.split(' ')]
    expect(rows.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
  })
})
