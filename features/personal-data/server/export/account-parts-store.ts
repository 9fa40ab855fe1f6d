import { asc, eq, sql } from 'drizzle-orm'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { importInvitations } from '@quaff/features/imports/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { notificationPreferences } from '@quaff/features/notifications/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { singleSignOnLinks } from '@quaff/features/sign-in/single-sign-on/tables'
import { emailChanges, emailCodes, passkeys, secondFactors, signInLinks } from '@quaff/features/sign-in/tables'
import type { Queryable } from '@quaff/platform/server/context'

// By explicit columns: no hash, no token, no secret is ever named here.

export function readAccount(db: Queryable, userId: string) {
  return db
    .select({
      id: users.id,
      email: users.email,
      emailIsPlaceholder: users.emailIsPlaceholder,
      emailVerified: users.emailVerified,
      displayName: users.displayName,
      photoURL: users.photoUrl,
      phoneNumber: users.phoneNumber,
      role: users.role,
      adminRecordRole: adminRecords.role,
      claims: users.claims,
      status: users.status,
      rejectionReason: users.rejectionReason,
      metadata: users.metadata,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      subscriptionCount: users.subscriptionCount,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      statusUpdatedAt: users.statusUpdatedAt,
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
      id: merchantApplications.id,
      merchantId: merchantApplications.merchantId,
      status: merchantApplications.status,
      business: merchantApplications.business,
      settings: merchantApplications.settings,
      drafts: merchantApplications.drafts,
      submittedAt: merchantApplications.submittedAt,
      createdAt: merchantApplications.createdAt,
      updatedAt: merchantApplications.updatedAt,
    })
    .from(merchantApplications)
    .where(eq(merchantApplications.userId, userId))
    .orderBy(asc(merchantApplications.createdAt), asc(merchantApplications.id))
}

export function readInvitation(db: Queryable, userId: string) {
  return db
    .select({
      role: pendingInvitations.role,
      merchantIds: pendingInvitations.merchantIds,
      requiresPasswordSetup: pendingInvitations.requiresPasswordSetup,
      used: pendingInvitations.used,
      usedAt: pendingInvitations.usedAt,
      createdAt: pendingInvitations.createdAt,
    })
    .from(pendingInvitations)
    .where(eq(pendingInvitations.userId, userId))
}

export function readSessions(db: Queryable, userId: string) {
  return db
    .select({
      userAgent: sessions.userAgent,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt), asc(sessions.id))
}

export function readLinks(db: Queryable, userId: string) {
  return db
    .select({
      purpose: signInLinks.purpose,
      email: signInLinks.email,
      createdAt: signInLinks.createdAt,
      expiresAt: signInLinks.expiresAt,
      openedAt: signInLinks.openedAt,
      usedAt: signInLinks.usedAt,
    })
    .from(signInLinks)
    .where(eq(signInLinks.userId, userId))
    .orderBy(asc(signInLinks.createdAt), asc(signInLinks.id))
}

export function readCodes(db: Queryable, userId: string) {
  return db
    .select({
      purpose: emailCodes.purpose,
      createdAt: emailCodes.createdAt,
      expiresAt: emailCodes.expiresAt,
      usedAt: emailCodes.usedAt,
    })
    .from(emailCodes)
    .where(eq(emailCodes.userId, userId))
    .orderBy(asc(emailCodes.createdAt), asc(emailCodes.id))
}

export function readEmailChanges(db: Queryable, userId: string) {
  return db
    .select({
      newEmail: emailChanges.newEmail,
      createdAt: emailChanges.createdAt,
      expiresAt: emailChanges.expiresAt,
      usedAt: emailChanges.usedAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .orderBy(asc(emailChanges.createdAt), asc(emailChanges.id))
}

export function readSecondFactor(db: Queryable, userId: string) {
  return db
    .select({ createdAt: secondFactors.createdAt, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
}

export function readPasskeys(db: Queryable, userId: string) {
  return db
    .select({
      name: passkeys.name,
      isSynced: passkeys.isSynced,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
      stoppedAt: passkeys.stoppedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export function readSingleSignOn(db: Queryable, userId: string) {
  return db
    .select({
      issuer: singleSignOnLinks.issuer,
      subject: singleSignOnLinks.subject,
      linkedAt: singleSignOnLinks.linkedAt,
      lastUsedAt: singleSignOnLinks.lastUsedAt,
    })
    .from(singleSignOnLinks)
    .where(eq(singleSignOnLinks.userId, userId))
    .orderBy(asc(singleSignOnLinks.issuer))
}

export function readPreferences(db: Queryable, userId: string) {
  return db
    .select({
      dailyMail: notificationPreferences.dailyMail,
      lastDailyMailAt: notificationPreferences.lastDailyMailAt,
      seenAt: notificationPreferences.seenAt,
      updatedAt: notificationPreferences.updatedAt,
    })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId))
}

export function readImportInvitations(db: Queryable, userId: string) {
  const { runId: importId, invitedAt } = importInvitations
  return db.select({ importId, invitedAt }).from(importInvitations).where(eq(importInvitations.userId, userId))
}
