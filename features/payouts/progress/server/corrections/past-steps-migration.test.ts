import { asc, sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { payoutPastSteps } from '../../../server/tables'
import { insertPayout } from '../../../testing/payout-factory'
import { approvePayout, failPayout, markSent, reopenPayout } from '../change-payout'

const migration = new URL(
  '../../../../../database/migrations/20261127053428_payout_past_steps/migration.sql',
  import.meta.url,
)

it('the migration finds the earlier steps of each payout in the audit log', async () => {
  const services = await createTestServices()
  const admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  for (const merchantId of ['mer_a', 'mer_b']) await insertPayout(services, { id: `pay_${merchantId}`, merchantId })
  let version = 0
  const step = (verb: typeof approvePayout, payoutId = 'pay_mer_a') => {
    services.clock.advance(60_000)
    return verb(admin, { payoutId, version: payoutId === 'pay_mer_a' ? ++version : 1 })
  }
  await step(approvePayout)
  await step(markSent)
  await step((ctx, input) => failPayout(ctx, { ...input, reason: 'Account closed' }))
  await step(approvePayout)
  await step(reopenPayout)
  await step(approvePayout)
  await step(approvePayout, 'pay_mer_b')
  const read = () =>
    services.db
      .select({ payoutId: payoutPastSteps.payoutId, status: payoutPastSteps.status, reason: payoutPastSteps.reason })
      .from(payoutPastSteps)
      .orderBy(asc(payoutPastSteps.number))
  const written = await read()
  expect(written.map(({ status }) => status)).toEqual(['approved', 'sent', 'failed', 'approved', 'draft'])
  await services.db.delete(payoutPastSteps)
  const insert = readFileSync(migration, 'utf8')
    .split('--> statement-breakpoint')
    .find((statement) => statement.includes('INSERT INTO'))
  await services.db.execute(sql.raw(insert ?? ''))
  expect(await read()).toEqual(written)
  await services.close()
})
