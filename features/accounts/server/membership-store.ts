import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { pick, type Transaction } from '@quaff/platform/server'
import { unlinkApplication } from './account-store'
import { adminRecords, pendingInvitations, userMerchants, users } from './tables'

/** People in the order of their ids, so that two transfers never wait for each other. */
export async function lockPeople(tx: Transaction, userIds: readonly string[]) {
  return tx
    .select({
      ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'status', 'claims'),
      adminRecordRole: sql<string | null>`(
        select ${adminRecords.role} from ${adminRecords} where ${adminRecords.userId} = ${users.id})`,
    })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(asc(users.id))
    .for('update')
}
export type LockedPerson = Awaited<ReturnType<typeof lockPeople>>[number]

type Membership = { userId: string; merchantId: string }

/** Behind the merchants that the person has. False when it was there already. */
export async function addMembership(tx: Transaction, { userId, merchantId }: Membership, now: Date) {
  const added = await tx
    .insert(userMerchants)
    .values({
      userId,
      merchantId,
      position: sql`(select coalesce(max(${userMerchants.position}) + 1, 0) from ${userMerchants} where ${userMerchants.userId} = ${userId})`,
    })
    .onConflictDoNothing()
    .returning({ userId: userMerchants.userId })
  if (added.length > 0) await noteMoved(tx, [userId], now)
  return added.length > 0
}

/**
 * Marks people whose merchants have changed: a save based on the old merchants is stale, and an import keeps the new
 * ones.
 */
export async function noteMoved(tx: Transaction, userIds: readonly string[], now: Date) {
  await tx
    .update(users)
    .set({ updatedAt: now, version: sql`${users.version} + 1` })
    .where(inArray(users.id, [...userIds]))
}

/** In the order of assignment. */
export async function listMerchantIdsOf(tx: Transaction, userId: string) {
  const rows = await tx
    .select({ merchantId: userMerchants.merchantId })
    .from(userMerchants)
    .where(eq(userMerchants.userId, userId))
    .orderBy(asc(userMerchants.position), asc(userMerchants.merchantId))
  return rows.map((row) => row.merchantId)
}

/** False when there was none. */
export async function removeMembership(tx: Transaction, { userId, merchantId }: Membership, now: Date) {
  const removed = await tx
    .delete(userMerchants)
    .where(and(eq(userMerchants.userId, userId), eq(userMerchants.merchantId, merchantId)))
    .returning({ userId: userMerchants.userId })
  if (removed.length > 0) await noteMoved(tx, [userId], now)
  return removed.length > 0
}

/** These and no others; imported invitations may name one twice. */
export async function replaceMemberships(tx: Transaction, userId: string, merchantIds: readonly string[]) {
  await tx.delete(userMerchants).where(eq(userMerchants.userId, userId))
  const ids = [...new Set(merchantIds)]
  if (ids.length === 0) return
  await tx.insert(userMerchants).values(ids.map((merchantId, position) => ({ userId, merchantId, position })))
}

/**
 * Removes the merchant from every user and open invitation; returns the ids of the users who had it. The caller
 * updates their versions and ends their sessions.
 */
export async function removeMerchantFromAll(tx: Transaction, merchantId: string): Promise<string[]> {
  const team = tx
    .select({ userId: userMerchants.userId })
    .from(userMerchants)
    .where(eq(userMerchants.merchantId, merchantId))
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, team)).orderBy(asc(users.id)).for('update')
  const removed = await tx
    .delete(userMerchants)
    .where(eq(userMerchants.merchantId, merchantId))
    .returning({ userId: userMerchants.userId })
  await tx
    .update(pendingInvitations)
    .set({ merchantIds: sql`array_remove(${pendingInvitations.merchantIds}, ${merchantId})` })
    .where(sql`${merchantId} = any(${pendingInvitations.merchantIds})`)
  return removed.map((row) => row.userId)
}

type JoinedMerchant = { userId: string; merchantId: string; applicationId: string; now: Date }

/**
 * Adds the application's merchant to the applicant, which completes the application. Returns false if it was already
 * added. The caller ends the user's sessions (G15).
 */
export async function joinMerchant(tx: Transaction, joined: JoinedMerchant) {
  const { userId, merchantId, applicationId, now } = joined
  await unlinkApplication(tx, { userId, applicationId }, now)
  return addMembership(tx, { userId, merchantId }, now)
}

type Invitation = { userId: string; role: string; merchantIds: string[]; invitedBy: string | null; createdAt: Date }

/** A person has one invitation: a repeated one takes the place of the first. */
export async function saveInvitation(tx: Transaction, invitation: Invitation) {
  const fresh = { ...invitation, requiresPasswordSetup: true, used: false, usedAt: null }
  await tx
    .insert(pendingInvitations)
    .values(fresh)
    .onConflictDoUpdate({ target: pendingInvitations.userId, set: fresh })
}

/** Undoes `removeFromInvitation`. */
export async function addToInvitation(tx: Transaction, userId: string, merchantId: string) {
  await tx
    .update(pendingInvitations)
    .set({
      merchantIds: sql`array_append(array_remove(${pendingInvitations.merchantIds}, ${merchantId}), ${merchantId})`,
    })
    .where(and(eq(pendingInvitations.userId, userId), eq(pendingInvitations.used, false)))
}

/** Prevents an open invitation from granting the merchant again. */
export async function removeFromInvitation(tx: Transaction, userId: string, merchantId: string) {
  await tx
    .update(pendingInvitations)
    .set({ merchantIds: sql`array_remove(${pendingInvitations.merchantIds}, ${merchantId})` })
    .where(and(eq(pendingInvitations.userId, userId), eq(pendingInvitations.used, false)))
}
