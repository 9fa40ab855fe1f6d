import { sql } from 'drizzle-orm'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { notificationPreferences } from '@quaff/features/notifications/tables'
import { issueSecret } from '@quaff/features/one-time-secrets/server'
import { insertAdjustment } from '@quaff/features/payouts/testing/payout-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { insertRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { createLink } from '@quaff/features/sign-in/server'
import { insertPasskey } from '@quaff/features/sign-in/testing/passkey-factory'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { insertSingleSignOnLink } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertMerchantInvitation } from '@quaff/features/users/testing/merchant-invitation-factory'
import { queueMail } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import { insertKnownSender } from './known-sender-factory'

/** Unique words. */
export const marks = {
  name: 'Quillon Zanzibarre',
  email: 'quillon.zanzibarre@canary.test',
  formerEmail: 'zanzibarre.before@canary.test',
  wantedEmail: 'zanzibarre.after@canary.test',
  phone: '+14155550188',
  note: 'likes-zebra-finches',
  device: 'CanaryBrowser/1.0',
  secret: 'must-never-leave',
} as const

/** A person with rows in every table, two subscriptions and `redemptionCount` redemptions. */
export async function insertKnownPerson(services: TestServices, { redemptionCount = 3 } = {}) {
  const { db, clock } = services
  const at = clock.now()
  const merchant = await insertMerchant(services, { name: 'Half Moon' })
  const actor = await asOwner(services, [merchant.id], {
    email: marks.email,
    displayName: marks.name,
    phoneNumber: marks.phone,
    photoUrl: `https://photos.test/${marks.note}.png`,
    password: marks.secret,
  })
  const { userId } = actor
  const ctx = contextAs(services, actor, { userAgent: marks.device })
  const mail = { template: 'news', subject: `Hello ${marks.name}`, body: `Dear ${marks.name}` as unknown as never }
  await db
    .update(users)
    .set({
      metadata: { nickname: marks.note, apiToken: marks.secret },
      claims: { role: 'merchant_owner' },
      rejectionReason: marks.note,
      subscriptionCount: 1,
    })
    .where(sql`id = ${userId}`)
  await db.execute(
    sql`update sessions set user_agent = ${marks.device}, network = '203.0.113.99' where user_id = ${userId}`,
  )
  await insertSecondFactor(services, userId)
  await insertPasskey(services, userId, { name: marks.note })
  await insertSingleSignOnLink(services, userId, marks.note)
  const application = { userId, createdAt: at, updatedAt: at, drafts: { business: { contactPhone: marks.phone } } }
  await db.insert(merchantApplications).values([
    { id: 'app_alone', ...application, business: { contactEmail: marks.email } },
    { id: 'app_grown', ...application, business: { name: 'Half Moon' }, merchantId: merchant.id },
  ])
  await db.insert(pendingInvitations).values({ userId, role: 'merchant_owner', used: true, usedAt: at, createdAt: at })
  for (const email of [marks.email, marks.formerEmail])
    await insertMerchantInvitation(services, { email, displayName: marks.note, merchantId: merchant.id })
  await db.insert(notificationPreferences).values({ userId, dailyMail: true, updatedAt: at })
  await db
    .insert(userActivity)
    .values({
      id: services.ids.newId('act'),
      userId,
      action: 'sign_in',
      occurredAt: at,
      userAgent: marks.device,
      details: { method: marks.note },
    })
  const secret = { userId, secret: marks.secret, lifetimeMs: 0 }
  await issueSecret(services, db, { ...secret, purpose: 'activation' })
  await issueSecret(services, db, { ...secret, purpose: 'email_change', subject: marks.wantedEmail })
  await db.transaction(async (tx) => {
    for (const email of [marks.email, marks.formerEmail])
      await createLink(ctx, tx, { userId, email, purpose: email === marks.email ? 'sign_in' : 'password_reset' })
    for (const to of [marks.email, marks.formerEmail, marks.wantedEmail]) await queueMail(ctx, tx, { to, ...mail })
    await queueMail(ctx, tx, { to: marks.email, ...mail, template: 'given_up' })
    await queueMail(ctx, tx, { to: marks.email, ...mail, template: 'sent' })
    await writeSubscriptions(services, tx, [
      {
        id: 'sub_runs',
        merchantId: merchant.id,
        userId,
        status: 'active',
        amountMinor: 900,
        createdAt: at,
        updatedAt: at,
      },
      {
        id: 'sub_over',
        merchantId: merchant.id,
        userId,
        status: 'canceled',
        amountMinor: 500,
        createdAt: at,
        updatedAt: at,
      },
    ])
    await writeRedemptions(
      services,
      tx,
      Array.from({ length: redemptionCount }, (_, index) => ({
        id: `red_${String(index).padStart(5, '0')}`,
        merchantId: merchant.id,
        userId,
        subscriptionId: 'sub_runs',
        redeemedAt: new Date(at.getTime() - Math.floor(index / 2) * 60_000),
      })),
    )
  })
  const refund = { merchantId: merchant.id, subscriptionId: 'sub_runs', amountMinor: 400 }
  const { id: refundId } = await insertRefundRow(services, { ...refund, reason: marks.note, createdBy: 'usr_admin' })
  const line = { ...refund, amountMinor: -400, kind: 'refund', reason: `Refund: ${marks.note}`, refundId } as const
  await insertAdjustment(services, line)
  await db.execute(sql`
    update ${jobs} set dead_at = ${at}, attempts = 40, last_error = ${`550 no such user ${marks.email}`}
    where payload ->> 'mailId' in (select id from ${outboxMails} where template = 'given_up')`)
  await db.execute(sql`update ${outboxMails} set sent_at = ${at}, html = '', text = '' where template = 'sent'`)
  await db.execute(
    sql`delete from ${jobs} where payload ->> 'mailId' in (select id from ${outboxMails} where template = 'sent')`,
  )
  const sent = await insertKnownSender(services, { userId, ...marks })
  return { actor, userId, merchantId: merchant.id, ctx, sent }
}

/** Rows per table that contain the words in any column; other tables are left out. */
export async function findRowsWith(services: TestServices, words: string): Promise<Record<string, number>> {
  const tables = await services.db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`)
  const found: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await services.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} as one where one::text ilike ${`%${words}%`}`,
    )
    if (rows[0] && rows[0].count > 0) found[name] = rows[0].count
  }
  return found
}
