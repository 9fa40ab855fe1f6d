import { affiliateLinks } from '@quaff/features/affiliates/tables'
import { issueSecret } from '@quaff/features/one-time-secrets/server'
import { answersFor } from '@quaff/features/signup-forms/testing/field-factory'
import { insertLiveForm, insertSubmission, insertUpload } from '@quaff/features/signup-forms/testing/form-factory'
import { merchantSignups } from '@quaff/features/signup/tables'
import { subscriptionAffiliates } from '@quaff/features/subscriptions/tables'
import { insertEntry, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import type { TestServices } from '@quaff/platform/testing/test-services'

export type KnownSender = { userId: string; email: string; name: string; note: string; secret: string }

/** A person's data in each public form: an entry with a friend, a submission with a picture, an application. */
export async function insertKnownSender(services: TestServices, sender: KnownSender) {
  const { userId, email, name, note, secret } = sender
  const { db, ids } = services
  const at = services.clock.now()
  const list = await insertWaitlist(services)
  const referrer = await insertEntry(services, { waitlistId: list.id, referralCount: 1 })
  const entry = await insertEntry(services, {
    waitlistId: list.id,
    email,
    name,
    city: note,
    wantedVenue: note,
    notes: note,
    answers: { Drink: note, 'API token': secret },
    referredBy: referrer.id,
    referralCount: 1,
    invitationHash: `hash-${secret}`,
  })
  const friend = await insertEntry(services, { waitlistId: list.id, referredBy: entry.id })
  const form = await insertLiveForm(services, { ownerEmail: email })
  const { id: submissionId } = await insertSubmission(services, {
    formId: form.id,
    email,
    businessName: name,
    keyHash: `key-${secret}`,
    answers: answersFor(email, name, { fieldId: 'more', value: note }),
  })
  const sentPicture = await insertUpload(services, { formId: form.id, email, submissionId })
  const loosePicture = await insertUpload(services, { formId: form.id, email })
  const signupId = ids.newId('sgn')
  await db
    .insert(merchantSignups)
    .values({
      id: signupId,
      keyHash: `signup-${secret}`,
      kind: 'signup',
      email,
      contactName: name,
      businessName: note,
      applicationId: 'app_grown',
      userId,
      affiliateCode: 'SPRING',
      createdAt: at,
    })
  const secretRow = { subject: email, lifetimeMs: 60_000 }
  await issueSecret(services, db, { ...secretRow, purpose: 'mailbox:waitlist', secret })
  await issueSecret(services, db, { ...secretRow, purpose: 'proof:waitlist', secret: `proof-${secret}` })
  const linkId = ids.newId('lnk')
  await db
    .insert(affiliateLinks)
    .values({
      id: linkId,
      name: 'Spring',
      slug: linkId.replaceAll('_', '-').toLowerCase(),
      code: linkId,
      destination: 'home',
      createdAt: at,
      createdBy: userId,
      updatedAt: at,
    })
  await db
    .insert(subscriptionAffiliates)
    .values({ subscriptionId: 'sub_runs', code: 'SPRING', merchantId: 'mer_any', userId, startedAt: at })
  return {
    entryId: entry.id,
    referrerId: referrer.id,
    friendId: friend.id,
    formId: form.id,
    submissionId,
    signupId,
    linkId,
    pictures: [sentPicture, loosePicture],
  }
}
