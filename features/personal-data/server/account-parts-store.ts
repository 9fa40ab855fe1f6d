import { and, asc, eq, inArray, notInArray, sql, type SQL } from 'drizzle-orm'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { importInvitations } from '@quaff/features/imports/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { notificationPreferences } from '@quaff/features/notifications/tables'
import { linkPurposes } from '@quaff/features/one-time-secrets/server'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { merchantInvitations, passkeys, secondFactors, singleSignOnLinks } from '@quaff/features/sign-in/tables'
import { pick, type Queryable } from '@quaff/platform/server'

// Explicit columns, so that no hash, token or secret is exported.

export function readAccount(db: Queryable, userId: string) {
  return db
    .select({
      ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'emailVerified', 'displayName'),
      photoURL: users.photoUrl,
      phoneNumber: users.phoneNumber,
      role: users.role,
      adminRecordRole: adminRecords.role,
      ...pick(users, 'claims', 'status', 'rejectionReason', 'metadata'),
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      ...pick(users, 'subscriptionCount', 'createdAt', 'updatedAt', 'statusUpdatedAt'),
      lastActive: users.lastActiveAt,
      erasedAt: users.erasedAt,
    })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(eq(users.id, userId))
}

export function readMerchants(db: Queryable, userId: string) {
  return db
    .select({ merchantId: userMerchants.merchantId, name: merchants.name })
    .from(userMerchants)
    .leftJoin(merchants, eq(merchants.id, userMerchants.merchantId))
    .where(eq(userMerchants.userId, userId))
    .orderBy(asc(userMerchants.position), asc(userMerchants.merchantId))
}

export function readOwnedMerchants(db: Queryable, userId: string) {
  return db
    .select({ merchantId: merchants.id, name: merchants.name })
    .from(merchants)
    .where(eq(merchants.ownerId, userId))
    .orderBy(asc(merchants.id))
}

export function readApplications(db: Queryable, userId: string) {
  return db
    .select({
      ...pick(merchantApplications, 'id', 'merchantId', 'status', 'business', 'settings'),
      ...pick(merchantApplications, 'drafts', 'submittedAt', 'createdAt', 'updatedAt'),
    })
    .from(merchantApplications)
    .where(eq(merchantApplications.userId, userId))
    .orderBy(asc(merchantApplications.createdAt), asc(merchantApplications.id))
}

export function readInvitation(db: Queryable, userId: string) {
  return db
    .select(pick(pendingInvitations, 'role', 'merchantIds', 'requiresPasswordSetup', 'used', 'usedAt', 'createdAt'))
    .from(pendingInvitations)
    .where(eq(pendingInvitations.userId, userId))
}

/** Invitations to the account's address. */
export function readMerchantInvitations(db: Queryable, userId: string) {
  const { email, createdAt } = merchantInvitations
  return db
    .select({
      ...pick(merchantInvitations, 'email', 'displayName', 'phoneNumber', 'merchantId', 'role'),
      ...pick(merchantInvitations, 'createdAt', 'sentAt', 'expiresAt', 'acceptedAt'),
    })
    .from(merchantInvitations)
    .innerJoin(users, eq(users.email, email))
    .where(eq(users.id, userId))
    .orderBy(asc(createdAt), asc(merchantInvitations.id))
}

export function readSessions(db: Queryable, userId: string) {
  return db
    .select(pick(sessions, 'userAgent', 'network', 'createdAt', 'lastSeenAt', 'expiresAt'))
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt), asc(sessions.id))
}

const { purpose, subject } = oneTimeSecrets
const dates = pick(oneTimeSecrets, 'createdAt', 'expiresAt', 'usedAt')
const isLink = inArray(purpose, [...linkPurposes])
const isChange = eq(purpose, 'email_change')

const mailedTo = (userId: string, kind: SQL) => and(eq(oneTimeSecrets.userId, userId), kind)
const oldestFirst = [asc(oneTimeSecrets.createdAt), asc(oneTimeSecrets.id)]

export function readLinks(db: Queryable, userId: string) {
  const { createdAt, expiresAt, usedAt } = dates
  return db
    .select({ purpose, email: subject, createdAt, expiresAt, openedAt: oneTimeSecrets.openedAt, usedAt })
    .from(oneTimeSecrets)
    .where(mailedTo(userId, isLink))
    .orderBy(...oldestFirst)
}

export function readCodes(db: Queryable, userId: string) {
  return db
    .select({ purpose, ...dates })
    .from(oneTimeSecrets)
    .where(mailedTo(userId, notInArray(purpose, [...linkPurposes, 'email_change'])))
    .orderBy(...oldestFirst)
}

export function readEmailChanges(db: Queryable, userId: string) {
  return db
    .select({ newEmail: subject, ...dates })
    .from(oneTimeSecrets)
    .where(mailedTo(userId, isChange))
    .orderBy(...oldestFirst)
}

export function readSecondFactor(db: Queryable, userId: string) {
  return db
    .select({ createdAt: secondFactors.createdAt, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
}

export function readPasskeys(db: Queryable, userId: string) {
  return db
    .select(pick(passkeys, 'name', 'isSynced', 'createdAt', 'lastUsedAt', 'stoppedAt'))
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export function readSingleSignOn(db: Queryable, userId: string) {
  return db
    .select(pick(singleSignOnLinks, 'issuer', 'subject', 'linkedAt', 'lastUsedAt'))
    .from(singleSignOnLinks)
    .where(eq(singleSignOnLinks.userId, userId))
    .orderBy(asc(singleSignOnLinks.issuer))
}

export function readPreferences(db: Queryable, userId: string) {
  return db
    .select(pick(notificationPreferences, 'dailyMail', 'lastDailyMailAt', 'seenAt', 'updatedAt'))
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId))
}

export function readImportInvitations(db: Queryable, userId: string) {
  const { runId: importId, invitedAt } = importInvitations
  return db.select({ importId, invitedAt }).from(importInvitations).where(eq(importInvitations.userId, userId))
}
