import { eq, inArray, or, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { merchantSignups as signups } from './tables'

/** `placeholder` stands where the address stood; `nobody` where names did. */
export type ForgottenApplicant = {
  userId: string
  addresses: readonly string[]
  placeholder: string
  nobody: string
  now: Date
}

/**
 * Applications stay as rows that say nothing. What became of each is written down while the account still tells it; one
 * that nobody has answered is rejected, without a mail. To be called before the account is blanked.
 */
export async function forgetSignupsOf(tx: Transaction, applicant: ForgottenApplicant): Promise<void> {
  const { userId, addresses, placeholder, nobody, now } = applicant
  const wasAccepted = sql`${signups.kind} = 'signup' and exists (select 1 from ${users}
    where ${users.id} = ${sql`${signups}.user_id`} and ${users.status} in ('pending', 'active', 'suspended'))`
  await tx
    .update(signups)
    .set({
      email: placeholder,
      contactName: nobody,
      businessName: nobody,
      rejectionReason: null,
      status: sql`case when ${signups.status} <> 'submitted' then ${signups.status}
        when ${wasAccepted} then 'approved' else 'rejected' end`,
      reviewedAt: sql`coalesce(${signups.reviewedAt}, ${now})`,
      version: sql`${signups.version} + 1`,
    })
    .where(or(eq(signups.userId, userId), inArray(signups.email, [...addresses])))
}
