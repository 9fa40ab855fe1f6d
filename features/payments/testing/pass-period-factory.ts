import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import type { TestServices } from '@quaff/platform/testing/test-services'

const periodOf = (id: string, start: Date) => `${id} ${start.toISOString().slice(0, 10)}`

/** Each pass with the day on which its period began, as "s1 2026-02-01". */
export const listPasses = async ({ db }: TestServices): Promise<string[]> =>
  (await db.select().from(subscriptions)).map((row) => periodOf(row.id, row.currentPeriodStart))

/** The periods that were charged, in the same words. */
export const listCharged = async ({ db }: TestServices): Promise<string[]> =>
  (await db.select().from(subscriptionCharges)).map((row) => periodOf(row.subscriptionId, row.periodStart))
