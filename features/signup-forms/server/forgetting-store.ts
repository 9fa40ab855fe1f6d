import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { signupForms, signupSubmissions as submissions, signupUploads } from './tables'

/** `placeholder` stands where the address stood; `nobody` where a name did. */
export type ForgottenSender = {
  userId: string
  addresses: readonly string[]
  placeholder: string
  nobody: string
  now: Date
}

/**
 * What somebody sent stays as a row of the funnel that says nothing; one that still waited is rejected, without a mail.
 * Their pictures are nobody's at once, and old enough for the next clearing away, which removes the files.
 */
export async function forgetSubmissionsOf(tx: Transaction, sender: ForgottenSender): Promise<void> {
  const { userId, placeholder, nobody, now } = sender
  const addresses = [...sender.addresses]
  // Forms, submissions, pictures: in the order in which sending holds them.
  await tx
    .update(signupForms)
    .set({ ownerEmail: null, version: sql`${signupForms.version} + 1` })
    .where(inArray(signupForms.ownerEmail, addresses))
  const forgotten = await tx
    .update(submissions)
    .set({
      email: placeholder,
      businessName: nobody,
      answers: [],
      rejectionReason: null,
      status: sql`case when ${submissions.status} = 'submitted' then 'rejected' else ${submissions.status} end`,
      reviewedAt: sql`coalesce(${submissions.reviewedAt}, ${now})`,
      version: sql`${submissions.version} + 1`,
    })
    .where(or(eq(submissions.userId, userId), inArray(submissions.email, addresses)))
    .returning({ id: submissions.id })
  const ids = forgotten.map(({ id }) => id)
  await tx
    .update(signupUploads)
    .set({ submissionId: null, email: placeholder, createdAt: new Date(0) })
    .where(or(inArray(signupUploads.submissionId, ids), inArray(signupUploads.email, addresses)))
}
