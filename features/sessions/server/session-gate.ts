import { mayEnterConsole, resolveRole } from '@quaff/features/accounts/rules'
import { saveLastActive } from '@quaff/features/accounts/server'
import {
  type Actor,
  anonymous,
  type Context,
  publishLive,
  refuse,
  requireSignedIn,
  requireUser,
  type Services,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { type EndReason, sessionLimits } from '../contract'
import { sessionRefusals } from '../refusals'
import { decideEnd, isSessionOver, mayPreview, mustEnrol, isRecentSignIn } from '../rules'
import { clearPreview } from './preview-store'
import {
  findSessionById,
  findSessionByTokenHash,
  findSessionsById,
  findCurrentAccount,
  touchSession,
  type SessionRow,
  deleteSession,
  insertSession,
} from './session-store'

const touchEveryMs = 5 * 60_000

type Judges = Pick<Services, 'clock' | 'db'>

/**
 * Returns the token's user, read from the database on every request (G10). The transport has checked the cookie's
 * signature. `onlyLook`: the database is read-only.
 */
export async function resolveActor(
  services: Services,
  token: string | null,
  { isReadOnly = false } = {},
): Promise<Actor> {
  if (!token) return anonymous
  const now = services.clock.now()
  const row = await findSessionByTokenHash(services.db, services.secrets.hash(token))
  const actor = row ? admit(row, now) : null
  if (!row || !actor) return anonymous
  if (isReadOnly) return actor
  if (now.getTime() - row.lastSeenAt.getTime() >= touchEveryMs) touchWithoutWaiting(services, row, now)
  if (row.previewMerchantId !== null && !actor.preview)
    forgetPreviewWithoutWaiting(services, row.sessionId, row.previewMerchantId)
  return actor
}

/** The same decision for a session known by its id. */
export async function reviewSession(services: Judges, sessionId: string): Promise<UserActor | null> {
  const row = await findSessionById(services.db, sessionId)
  return row ? readmit(row, services.clock.now()) : null
}

/** The same for many sessions by id; ended ones are absent. Live streams call it repeatedly. */
export async function reviewSessions(services: Judges, sessionIds: string[]): Promise<Map<string, UserActor>> {
  const rows = await findSessionsById(services.db, sessionIds)
  const now = services.clock.now()
  const actors = rows.flatMap((row) => readmit(row, now) ?? [])
  return new Map(actors.map((actor) => [actor.sessionId, actor]))
}

function readmit(row: SessionRow, now: Date) {
  const actor = admit(row, now)
  return actor?.mustEnrol ? null : actor
}

/** Why the session of `actor` is over, by what the person is now. */
export async function findEndReason(services: Judges, actor: UserActor): Promise<EndReason> {
  const account = await findCurrentAccount(services.db, actor.userId)
  return decideEnd(actor, account && { ...account, role: resolveRole(account) })
}

function admit(row: SessionRow, now: Date) {
  const { demandsSecondFactor, hasSecondFactor } = row
  const role = resolveRole({ claims: row.claims, adminRecordRole: row.adminRecordRole })
  if (isSessionOver(row.expiresAt, now) || row.status !== 'active' || !mayEnterConsole(role)) return null
  return asPreviewed(row, {
    kind: 'user',
    sessionId: row.sessionId,
    userId: row.userId,
    email: row.email,
    displayName: row.displayName,
    photoUrl: row.photoUrl,
    role,
    status: row.status,
    merchantIds: row.merchantIds,
    ownMerchantIds: row.ownMerchantIds,
    applicationId: row.applicationId,
    phoneNumber: row.phoneNumber,
    hasPassword: row.hasPassword,
    passwordSetupUntil: row.passwordSetupUntil,
    authenticatedAt: row.authenticatedAt,
    ...(row.csvDialect && { csvDialect: row.csvDialect }),
    ...(mustEnrol({ role, demandsSecondFactor, hasSecondFactor }) ? { mustEnrol: true } : {}),
  })
}

/** Reduces the actor to a viewer of the merchant. If the user may no longer preview, their own rights apply. */
function asPreviewed({ previewMerchantId, previewMerchantName }: SessionRow, actor: UserActor): UserActor {
  if (previewMerchantId === null || previewMerchantName === null) return actor
  const { role, merchantIds } = actor
  if (!mayPreview({ role, merchantIds, mustEnrol: actor.mustEnrol === true }, previewMerchantId)) return actor
  return {
    ...actor,
    role: 'merchant_viewer',
    merchantIds: [previewMerchantId],
    ownMerchantIds: [],
    applicationId: null,
    passwordSetupUntil: null,
    preview: { merchantId: previewMerchantId, merchantName: previewMerchantName, role },
  }
}

/** A preview that has ended by itself must not come back with the rights. */
function forgetPreviewWithoutWaiting(services: Services, sessionId: string, merchantId: string) {
  clearPreview(services.db, sessionId, merchantId).catch((error: unknown) => {
    services.log.warn('preview_not_cleared', { reason: error instanceof Error ? error.name : 'unknown' })
  })
}

function touchWithoutWaiting(services: Services, row: SessionRow, now: Date) {
  touchSession(services.db, row, now).catch((error: unknown) => {
    services.log.warn('session_touch_failed', { reason: error instanceof Error ? error.name : 'unknown' })
  })
}

/**
 * Guards actions that a stolen session must not take (G22): requires proof of identity within the last five minutes.
 */
export function requireRecentSignIn(ctx: Context, { beforeEnrolment = false } = {}): UserActor {
  const actor = beforeEnrolment ? requireSignedIn(ctx.actor) : requireUser(ctx.actor)
  if (!isRecentSignIn(actor.authenticatedAt, ctx.clock.now())) throw refuse(sessionRefusals, 'SIGN_IN_AGAIN')
  return actor
}

/**
 * Refuses a call of a tab that was opened by someone else than the person of the session; `named` is the tab's person.
 * It gives no rights: a call without a name is judged by its session alone.
 */
export function refuseOtherPerson(actor: Actor, named: string | undefined) {
  if (named !== undefined && actor.kind === 'user' && actor.userId !== named)
    throw refuse(sessionRefusals, 'OTHER_PERSON')
}

/** Called by each endpoint before anything else: a preview is read-only. */
export function refuseInPreview(actor: Actor) {
  if (actor.kind === 'user' && actor.preview) throw refuse(sessionRefusals, 'PREVIEW')
}

export type OpenedSession = { sessionId: string; token: string; expiresAt: Date }

/**
 * Opens a session under a new token after the caller has authorized the user, and ends the current session against
 * fixation. Pass the result to `ctx.cookies.setSession` after the transaction commits.
 */
export async function openSession(
  ctx: Context,
  tx: Transaction,
  userId: string,
  options: { passwordSetup: boolean },
): Promise<OpenedSession> {
  const now = ctx.clock.now()
  const [sessionId, token] = [ctx.ids.newId('ses'), ctx.secrets.newToken()]
  const expiresAt = new Date(now.getTime() + sessionLimits.lifetimeMs)
  if (ctx.actor.kind === 'user') {
    await deleteSession(tx, ctx.actor.sessionId)
    // Another tab may still follow the previous user's events.
    await publishLive(tx, { topic: 'session', subjectId: ctx.actor.userId })
  }
  await insertSession(tx, {
    id: sessionId,
    tokenHash: ctx.secrets.hash(token),
    userId,
    userAgent: ctx.request.userAgent.slice(0, 500),
    network: ctx.request.network,
    createdAt: now,
    expiresAt,
    lastSeenAt: now,
    authenticatedAt: now,
    passwordSetupUntil: options.passwordSetup ? new Date(now.getTime() + sessionLimits.passwordSetupMs) : null,
  })
  await saveLastActive(tx, userId, now)
  return { sessionId, token, expiresAt }
}
