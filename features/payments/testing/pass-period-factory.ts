import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import type { TestServices } from '@quaff/platform/testing/test-services'

const periodOf = (id: string, start: Date) => `${id} ${start.toISOString().slice(0, 10)}`

/** Returns each subscription with the first day of its period, as "s1 2026-02-01". */
export const listPasses = async ({ db }: TestServices): Promise<string[]> =>
  (await db.select().from(subscriptions)).map((row) => periodOf(row.id, row.currentPeriodStart))

/** Returns the charged periods in the same format. */
export const listCharged = async ({ db }: TestServices): Promise<string[]> =>
  (await db.select().from(subscriptionCharges)).map((row) => periodOf(row.subscriptionId, row.periodStart))
