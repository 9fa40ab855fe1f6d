import { and, eq, gte, sql } from 'drizzle-orm'
import type { Queryable } from '@quaff/platform/server/context'
import type { FormFunnel } from '../contract'
import { signupFormDays, signupSubmissions } from './tables'

/** Increments the day's counter; the first one inserts the row. */
export async function countOnDay(
  db: Queryable,
  { formId, day }: { formId: string; day: string },
  what: 'viewed' | 'started',
): Promise<void> {
  await db
    .insert(signupFormDays)
    .values({ formId, day, [what]: 1 })
    .onConflictDoUpdate({
      target: [signupFormDays.formId, signupFormDays.day],
      set: { [what]: sql`${signupFormDays[what]} + 1` },
    })
}

export async function countFunnel(
  db: Queryable,
  formId: string,
  { from, fromDay }: { from: Date; fromDay: string },
): Promise<FormFunnel> {
  const [[seen], [sent]] = await Promise.all([
    db
      .select({
        viewed: sql<number>`coalesce(sum(${signupFormDays.viewed}), 0)`.mapWith(Number),
        started: sql<number>`coalesce(sum(${signupFormDays.started}), 0)`.mapWith(Number),
      })
      .from(signupFormDays)
      .where(and(eq(signupFormDays.formId, formId), gte(signupFormDays.day, fromDay))),
    db
      .select({
        submitted: sql<number>`count(*)`.mapWith(Number),
        approved: sql<number>`count(*) filter (where ${signupSubmissions.status} = 'approved')`.mapWith(Number),
      })
      .from(signupSubmissions)
      .where(and(eq(signupSubmissions.formId, formId), gte(signupSubmissions.submittedAt, from))),
  ])
  return { viewed: 0, started: 0, submitted: 0, approved: 0, ...seen, ...sent }
}
