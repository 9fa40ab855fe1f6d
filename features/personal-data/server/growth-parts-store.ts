import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { affiliateLinks } from '@quaff/features/affiliates/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { signupForms, signupFormVersions, signupSubmissions, signupUploads } from '@quaff/features/signup-forms/tables'
import { merchantSignups } from '@quaff/features/signup/tables'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { waitlistEntries, waitlists } from '@quaff/features/waitlists/tables'
import { pick, type Queryable } from '@quaff/platform/server'

/** The subject of the file. Forms without an account store only an email. */
export type Sender = { userId: string; addresses: string[] }

export function readWaitlistEntries(db: Queryable, { addresses }: Sender) {
  return db
    .select({
      id: waitlistEntries.id,
      list: waitlists.name,
      ...pick(waitlistEntries, 'email', 'name', 'city', 'postalCode', 'wantedVenue'),
      ...pick(waitlistEntries, 'source', 'affiliateCode', 'answers', 'notes', 'status'),
      ...pick(waitlistEntries, 'referralCode', 'referredBy', 'referralCount', 'confirmedAt', 'invitedAt'),
      ...pick(waitlistEntries, 'invitationExpiresAt', 'joinedAt', 'removedAt', 'createdAt', 'updatedAt'),
    })
    .from(waitlistEntries)
    .innerJoin(waitlists, eq(waitlists.id, waitlistEntries.waitlistId))
    .where(inArray(waitlistEntries.email, addresses))
    .orderBy(asc(waitlistEntries.createdAt), asc(waitlistEntries.id))
}

/** Reads each answer with the question text at the time of submission. */
export async function readSubmissions(db: Queryable, sender: Sender) {
  const rows = await db
    .select({
      id: signupSubmissions.id,
      form: signupForms.name,
      ...pick(signupSubmissions, 'status', 'email', 'businessName', 'answers'),
      fields: signupFormVersions.fields,
      affiliateCode: signupSubmissions.affiliateCode,
      rejectionReason: signupSubmissions.rejectionReason,
      addressProvedAt: signupSubmissions.provedAt,
      submittedAt: signupSubmissions.submittedAt,
      reviewedAt: signupSubmissions.reviewedAt,
    })
    .from(signupSubmissions)
    .innerJoin(signupForms, eq(signupForms.id, signupSubmissions.formId))
    .leftJoin(
      signupFormVersions,
      and(
        eq(signupFormVersions.formId, signupSubmissions.formId),
        eq(signupFormVersions.number, signupSubmissions.formVersion),
      ),
    )
    .where(theirSubmissions(sender))
    .orderBy(asc(signupSubmissions.submittedAt), asc(signupSubmissions.id))
  return rows.map(({ fields, answers, ...row }) => ({
    ...row,
    answers: answers.map(({ fieldId, value }) => ({
      question: fields?.find(({ id }) => id === fieldId)?.label ?? fieldId,
      answer: value,
    })),
  }))
}

/** Metadata of the pictures in answers; an answer refers to its picture by id. */
export function readPictures(db: Queryable, sender: Sender) {
  const sent = db.select({ id: signupSubmissions.id }).from(signupSubmissions).where(theirSubmissions(sender))
  return db
    .select(pick(signupUploads, 'id', 'submissionId', 'contentType', 'bytes', 'createdAt'))
    .from(signupUploads)
    .where(or(inArray(signupUploads.email, sender.addresses), inArray(signupUploads.submissionId, sent)))
    .orderBy(asc(signupUploads.createdAt), asc(signupUploads.id))
}

const theirSubmissions = ({ userId, addresses }: Sender) =>
  or(eq(signupSubmissions.userId, userId), inArray(signupSubmissions.email, addresses))

export function readSignups(db: Queryable, { userId, addresses }: Sender) {
  return db
    .select({
      ...pick(merchantSignups, 'id', 'kind', 'status', 'email', 'contactName'),
      ...pick(merchantSignups, 'businessName', 'firstPass', 'applicationId', 'affiliateCode', 'termsVersion'),
      ...pick(merchantSignups, 'rejectionReason', 'createdAt', 'reviewedAt'),
    })
    .from(merchantSignups)
    .where(or(eq(merchantSignups.userId, userId), inArray(merchantSignups.email, addresses)))
    .orderBy(asc(merchantSignups.createdAt), asc(merchantSignups.id))
}

/** Reads emailed codes and their proofs, without the code itself. */
export function readMailboxProofs(db: Queryable, { addresses }: Sender) {
  const { purpose, userId, subject, createdAt, expiresAt } = oneTimeSecrets
  const what = sql<'code' | 'proof'>`case when ${purpose} like 'proof:%' then 'proof' else 'code' end`
  const form = sql<string>`split_part(${purpose}, ':', 2)`
  return db
    .select({ what, purpose: form, createdAt, expiresAt })
    .from(oneTimeSecrets)
    .where(and(isNull(userId), inArray(subject, addresses)))
    .orderBy(what, asc(createdAt))
}

export function readAffiliateLinks(db: Queryable, { userId }: Sender) {
  const { id, name, slug, code, merchantId, createdAt } = affiliateLinks
  return db
    .select({ id, name, slug, code, merchantId, createdAt })
    .from(affiliateLinks)
    .where(eq(affiliateLinks.createdBy, userId))
    .orderBy(asc(createdAt), asc(id))
}

/** Reads the affiliate link that each subscription is attributed to. */
export function readAffiliateSubscriptions(db: Queryable, { userId }: Sender) {
  const { subscriptionId, code, merchantId, startedAt } = subscriptionAffiliates
  return db
    .select({ subscriptionId, code, merchantId, startedAt })
    .from(subscriptionAffiliates)
    .where(eq(subscriptionAffiliates.userId, userId))
    .orderBy(asc(startedAt), asc(subscriptionId))
}
