import { and, eq, gte, sql } from 'drizzle-orm'
import { unionAll, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import { merchantSignups } from '@quaff/features/signup/tables'
import { waitlistEntries } from '@quaff/features/waitlists/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { provedSubmission } from './figures-store'
import { affiliateDays } from './tables'

type DayCount = { day: string; count: number }

export async function listClickDays(db: Queryable, linkId: string, fromDay: string): Promise<DayCount[]> {
  return db
    .select({ day: affiliateDays.day, count: affiliateDays.clicks })
    .from(affiliateDays)
    .where(and(eq(affiliateDays.linkId, linkId), gte(affiliateDays.day, fromDay)))
}

/** What the figures of the link count as signups, on the days on which people signed up; each by the index of its code. */
export async function listSignupDays(
  db: Queryable,
  code: string,
  { from, timeZone }: { from: Date; timeZone: string },
): Promise<DayCount[]> {
  return unionAll(
    db
      .select(countBy(waitlistEntries.createdAt, timeZone))
      .from(waitlistEntries)
      .where(
        and(
          eq(waitlistEntries.affiliateCode, code),
          gte(waitlistEntries.createdAt, from),
          sql`${waitlistEntries.confirmedAt} is not null`,
        ),
      )
      .groupBy(sql`1`),
    db
      .select(countBy(merchantSignups.createdAt, timeZone))
      .from(merchantSignups)
      .where(and(eq(merchantSignups.affiliateCode, code), gte(merchantSignups.createdAt, from)))
      .groupBy(sql`1`),
    db
      .select(countBy(signupSubmissions.submittedAt, timeZone))
      .from(signupSubmissions)
      .where(and(eq(signupSubmissions.affiliateCode, code), gte(signupSubmissions.submittedAt, from), provedSubmission))
      .groupBy(sql`1`),
  )
}

const countBy = (at: AnyPgColumn, timeZone: string) => ({
  day: sql<string>`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
  count: sql<number>`count(*)`.mapWith(Number).as('count'),
})
