import { merchantScope, scopeKey } from '@quaff/features/sessions/server'
import {
  adminRole,
  authorize,
  batchReads,
  type Context,
  nextCursor,
  type Page,
  pageLimits,
  pageTotal,
  refuse,
  repeatedRead,
  startOfMonthIn,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import {
  type ListSelectedUsersInput,
  type ListUserIdsInput,
  type ListUsersInput,
  type SelectableUser,
  type UserIds,
  userLimits,
  type UserRecord,
  type UserRow,
  type UserStats,
} from '../contract'
import { invitationTimeline } from '../invitations-rules'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { userStatsOf } from '../rules'
import { listOwnedMerchants } from './access-store'
import { findInvitationLink, findInvitationMail } from './merchant-invitation-store'
import { lastAdministratorAmong } from './target-person'
import { presentUserRecord, presentUserRow } from './user-presenter'
import {
  countByRoleAndStatus,
  countUserRows,
  findUserRecord,
  listUserKeys,
  listUserRows,
  listUsersByIds,
  type StoredUser,
} from './user-store'

/** A missing person and one outside the caller's merchants give the same refusal. */
export async function getUser(ctx: Context, { userId }: { userId: string }): Promise<UserRecord> {
  const actor = authorize(ctx.actor, userPermissions, 'user.get')
  const scope = merchantScope(actor)
  const user = await findUserRecord(ctx.db, scope, userId)
  if (!user) throw refuse(userRefusals, 'USER')
  return presentUserRecord(user, {
    lastAdministratorId: await lastAdministratorAmong(ctx.db, [user]),
    isViewer: actor.role === 'merchant_viewer',
    showsSignInWays: actor.role === adminRole,
    ownedMerchants: await listOwnedMerchants(ctx.db, scope, userId),
    timeline: await readTimeline(ctx, actor, user),
  })
}

/**
 * Returns all users to administrators, and the owners and viewers of the caller's merchants to merchant roles (G11).
 */
export async function listUsers(ctx: Context, input: ListUsersInput): Promise<Page<UserRow>> {
  const actor = authorize(ctx.actor, userPermissions, 'user.list')
  const scope = merchantScope(actor)
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await repeatedRead(ctx.db, ['users', scopeKey(scope), input], () =>
    listUserRows(ctx.db, scope, filter, { sort, order, limit, cursor }),
  )
  const [total, lastAdministratorId] = await batchReads(ctx.db, (db) =>
    Promise.all([
      pageTotal(ctx, { rows, limit, cursor, total: rows[0]?.total, of: ['users', scope, filter] }, () =>
        countUserRows(db, scope, filter),
      ),
      lastAdministratorAmong(db, rows),
    ]),
  )
  const shown = { lastAdministratorId, isViewer: actor.role === 'merchant_viewer' }
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentUserRow(row, shown))
}

/** Used by bulk actions. */
export async function listUserIds(ctx: Context, { cursor, ...filter }: ListUserIdsInput): Promise<UserIds> {
  const scope = merchantScope(authorize(ctx.actor, userPermissions, 'user.list'))
  const page = { sort: 'created', order: 'desc', limit: userLimits.idsPerAnswer, cursor } as const
  const rows = await listUserKeys(ctx.db, scope, filter, page)
  const { limit } = page
  const of = ['users', scope, filter]
  const total = await pageTotal(ctx, { rows, limit, cursor, total: rows[0]?.total, of }, () =>
    countUserRows(ctx.db, scope, filter),
  )
  return { userIds: rows.map(({ id }) => id), nextCursor: nextCursor(rows, { ...page, name: page.sort }), total }
}

/** Current state of the given users in the caller's scope, newest first. */
export async function listSelectedUsers(ctx: Context, { ids }: ListSelectedUsersInput): Promise<SelectableUser[]> {
  const actor = authorize(ctx.actor, userPermissions, 'user.list')
  const scope = merchantScope(actor)
  const named = await listUsersByIds(ctx.db, scope, ids)
  const shown = {
    lastAdministratorId: await lastAdministratorAmong(ctx.db, named),
    isViewer: actor.role === 'merchant_viewer',
  }
  return named.map((user) => presentUserRow(user, shown))
}

/**
 * Spec §3 "User stats" for the users in the caller's scope or the first search results; months are in the platform's zone.
 */
export async function userStats(
  ctx: Context,
  { merchantId, q }: { merchantId?: string; q?: string },
): Promise<UserStats> {
  const scope = merchantScope(authorize(ctx.actor, userPermissions, 'user.stats'))
  const newSince = startOfMonthIn(ctx.settings.timeZone, ctx.clock.now())
  const groups = await countByRoleAndStatus(ctx.db, scope, { merchantId, q }, newSince)
  const stats = userStatsOf(groups)
  const isCounted = !q || stats.totalUsers <= pageLimits.found
  return { ...stats, tabs: isCounted ? stats.tabs : null, newSince }
}

/** The invitation's progress, for callers who may resend it. */
async function readTimeline(ctx: Context, actor: UserActor, user: StoredUser) {
  const { invitation } = user
  const mayInvite = userPermissions['user.resendInvitation'].some((role) => role === actor.role)
  if (!invitation || !mayInvite) return null
  // A used invitation has arrived, so its email need not be searched.
  const mail = invitation.used ? undefined : await findInvitationMail(ctx.db, user.email, invitation.createdAt)
  const link = await findInvitationLink(ctx.db, user.id)
  return invitationTimeline(
    { ...invitation, hasPassword: user.hasPassword, mail: mail ?? null, link: link ?? null },
    ctx.clock.now(),
  )
}
