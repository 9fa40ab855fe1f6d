import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findMigrations } from '@quaff/database/migrate'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions, type RedemptionWrite } from '@quaff/features/redemptions/server'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { renewMoves, writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { JobRunner } from '@quaff/platform/server/job-runner'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { readTask, recountHandler, recountKind, runAggregates, type AggregatesTask } from './aggregates'

/** `npm run test:long` writes a million rows. */
const rounds = Number(process.env['LONG_ROUNDS'] ?? '30')
const rowsPerBatch = rounds < 1_000 ? 100 : 500
let services: TestServices
const zone = 'Europe/Berlin'
/** A quarter past two, for the second time that night. */
const now = new Date('2025-10-26T01:15:00Z')
const merchantIds = Array.from({ length: 8 }, (_, index) => `mer_${index}`)
const userIds = Array.from({ length: 30 }, (_, index) => `usr_${index}`)

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
  services.clock.set(now)
  await insertMerchants(
    services,
    merchantIds.map((id) => ({ id })),
  )
  for (const id of userIds) await insertUser(services, { id })
  await writeAtOnce(7, rounds)
}, 1_800_000)

const anyTime = fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => new Date(now.getTime() - minutes * 60_000))
const anySubscription = fc.record<SubscriptionWrite>({
  id: fc.nat(500).map((number) => `sub_${number}`),
  merchantId: fc.constantFrom(...merchantIds),
  planId: fc.constantFrom('pln_a', 'pln_b', null),
  userId: fc.constantFrom(...userIds, null),
  status: fc.constantFrom(...subscriptionStatuses),
  amountMinor: fc.nat(9_000),
  currency: fc.constantFrom('usd', 'eur'),
  createdAt: anyTime,
  updatedAt: anyTime,
  currentPeriodStart: anyTime,
})
const anyRedemption = fc.record<RedemptionWrite>({
  id: fc.uuid().map((id) => `red_${id}`),
  merchantId: fc.constantFrom(...merchantIds),
  locationId: fc.constantFrom('loc_a', 'loc_b', null),
  planId: fc.constantFrom('pln_a', null),
  redeemedAt: fc.oneof(
    anyTime,
    fc.nat(180).map((minutes) => new Date(now.getTime() - minutes * 60_000)),
  ),
  status: fc.constantFrom('completed', 'voided'),
})

/** Writers side by side, each with its own batches. */
async function writeAtOnce(seed: number, batches: number): Promise<void> {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let batch = writer; batch < batches; batch += 8) await writeBatch(seed + batch)
  })
  await Promise.all(writers)
}

async function writeBatch(seed: number): Promise<void> {
  const length = { minLength: rowsPerBatch, maxLength: rowsPerBatch, size: 'max' } as const
  const anyBatch = fc.tuple(fc.array(anySubscription, length), fc.array(anyRedemption, length))
  for (const [subscriptions, redemptions] of fc.sample(anyBatch, { numRuns: 1, seed })) {
    await inTransaction(services, (tx) => writeSubscriptions(services, tx, subscriptions))
    await inTransaction(services, (tx) => writeRedemptions(services, tx, redemptions))
  }
}

async function run(task: AggregatesTask): Promise<string[]> {
  const lines: string[] = []
  await runAggregates(services, task, (line) => lines.push(line))
  return lines
}
const nothing = ['✓ aggregates  No differences found']

describe('aggregates', () => {
  it('are what their rows say after thousands of random parallel writes', async () => {
    expect(await run('check')).toEqual(nothing)
  })

  it.each([
    ['subscription_totals', 'count = count + 1'],
    ['subscription_totals', 'monthly_minor = monthly_minor - 100'],
    ['subscription_plan_totals', 'count = count + 1'],
    ['subscription_plan_totals', 'monthly_minor = monthly_minor - 100'],
    ['subscription_days', 'created_count = created_count + 2'],
    ['subscription_days', 'updated_count = updated_count - 1'],
    ['subscription_days', 'entered_count = entered_count + 1'],
    ['subscription_days', 'entered_monthly_minor = entered_monthly_minor + 1'],
    ['merchant_subscription_stats', 'total_subscribers = total_subscribers + 1'],
    ['merchant_subscription_stats', 'active_subscribers = active_subscribers - 1'],
    ['merchant_subscription_stats', 'monthly_revenue_minor = monthly_revenue_minor + 1'],
    ['merchant_subscription_stats', "last_activity_at = '2020-01-01'"],
    ['redemption_hours', 'count = count + 1'],
    ['redemption_days', 'count = count + 1'],
    ['redemption_totals', 'count = count - 1'],
    ['redemption_totals', "last_redeemed_at = '2020-01-01'"],
    ['users', 'subscription_count = subscription_count + 1'],
    ['subscription_moves', "previous_at = '2020-01-01'"],
    ['subscription_platform_moves', 'count = count + 1'],
    ['subscription_platform_moves', 'amount_minor = amount_minor - 1'],
  ])('in %s: a row with %s is found, told and repaired', async (table, change) => {
    await renewMoves(services)
    await services.db.execute(
      sql`update ${sql.identifier(table)} set ${sql.raw(change)} where ctid = (select ctid from ${sql.identifier(table)} limit 1)`,
    )
    await expect(run('check')).rejects.toThrow('1 differences. Fix: npm run aggregates')
    const lines = await run('rebuild')
    const told = lines.find((line) => line.startsWith(table))
    const column = change.split(' ')[0]
    expect(told).toMatch(new RegExp(`^${table} .+: ${column} is .+, expected .+$`))
    expect(lines.filter((line) => line !== told)).toEqual([
      'Merchants: 8 of 8',
      'Platform totals: done',
      '✓ aggregates  1 repaired',
    ])
    expect(await run('check')).toEqual(nothing)
  })

  it('§0018 that are gone altogether are made again, while others write', async () => {
    for (const table of [
      'subscription_totals',
      'subscription_plan_totals',
      'subscription_days',
      'merchant_subscription_stats',
      'redemption_hours',
      'redemption_days',
      'redemption_totals',
      'subscription_moves',
      'subscription_platform_moves',
    ])
      await services.db.execute(sql`delete from ${sql.identifier(table)}`)
    await services.db.execute(sql`update users set subscription_count = 99`)
    await Promise.all([run('rebuild'), run('rebuild'), writeAtOnce(11_000, 12)])
    // A concurrent writer may have created the merchant's row with another currency than the one counted.
    await run('rebuild')
    expect(await run('check')).toEqual(nothing)
  })

  it('of places and plans are made from the rows that are there by the migration that brings them', async () => {
    const name = (await readdir(findMigrations())).find((folder) => folder.endsWith('_counts_by_place_and_plan')) ?? ''
    const statements = (await readFile(join(findMigrations(), name, 'migration.sql'), 'utf8')).split(
      '--> statement-breakpoint',
    )
    for (const table of ['redemption_days', 'subscription_plan_totals'])
      await services.db.execute(sql`delete from ${sql.identifier(table)}`)
    const filling = statements.filter((statement) => statement.includes('INSERT INTO'))
    for (const statement of filling) await services.db.execute(sql.raw(statement))
    expect(await run('check')).toEqual(nothing)
  })

  it('that servers of the version before did not move are right an hour after the migration', async () => {
    const { rows } = await services.db.execute<{ wait: number }>(
      sql`select extract(epoch from run_at - created_at)::int as wait from jobs where kind = ${recountKind}`,
    )
    expect(rows).toEqual([{ wait: 3_600 }])
    await services.db.execute(sql`update redemption_days set count = count - 1 where count > 0`)
    await services.db.execute(sql`delete from subscription_plan_totals where merchant_id > 'mer_3'`)
    const runner = new JobRunner(services, { handlers: { [recountKind]: recountHandler } })
    services.clock.set(new Date(Date.now() + 3_600_000))
    while ((await runner.runDue()) > 0);
    services.clock.set(now)
    expect(await run('check')).toEqual(nothing)
    expect(
      (await services.db.execute<Record<string, unknown>>(sql`select 1 from jobs where kind = ${recountKind}`)).rows,
    ).toEqual([])
  })

  it.each([[[]], [['--fix']], [['--check', '--rebuild']]])('refuses %j as a task', (args) => {
    expect(() => readTask(args)).toThrow('Usage')
  })
})
