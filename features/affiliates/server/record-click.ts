import { adminRole, type Context, dayKeyIn, inTransaction, type Services, takeFromLimit } from '@quaff/platform/server'
import { type AffiliateInvitation, type ClickInput, clickLimits, codeSchema, slugSchema } from '../contract'
import { clickWindow, isProgram, landingPath, linkStateAt, neutralPath, pathWithoutCode } from '../rules'
import {
  countClick,
  deleteClicksBefore,
  findLandingByCode,
  findLandingBySlug,
  insertClick,
  type LandingLink,
} from './link-store'

/**
 * Counts at most one click per link, visitor and half hour, and none by the link's owner or by programs (G37). The
 * response is the same in all cases.
 */
export async function recordClick(ctx: Context, { code }: ClickInput): Promise<{ success: true }> {
  await takeFromLimit(ctx, 'clickPerNetwork', ctx.request.network, 'Too many requests. Try again in a minute.')
  const link = isProgram(ctx.request.userAgent) ? null : await findActiveLink(ctx, code)
  if (!link || isOwn(ctx, link)) return { success: true }
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx) => {
    const click = { linkId: link.id, visitorHash: visitorOf(ctx), windowStart: clickWindow(now) }
    if (await insertClick(tx, click)) await countClick(tx, link.id, dayKeyIn(ctx.settings.timeZone, now))
  })
  return { success: true }
}

/** Administrators own the platform's links. */
function isOwn({ actor }: Context, { merchantId, createdBy }: LandingLink) {
  if (actor.kind !== 'user') return false
  if (actor.userId === createdBy) return true
  return merchantId === null ? actor.role === adminRole : actor.merchantIds.includes(merchantId)
}

/** A keyed hash that recognizes a visitor for a day. */
const visitorOf = ({ secrets, request }: Context) => secrets.hash(`click:${request.network}:${request.userAgent}`)

export async function pruneClicks({ db, clock }: Services) {
  await deleteClicksBefore(db, new Date(clock.now().getTime() - clickLimits.keptMs))
}

type Reader = Pick<Services, 'db' | 'clock'>

/** Returns the path that `/r/<slug>` leads to. A link that is not active leads to its destination without its code. */
export async function followLink(services: Reader, slug: string): Promise<string> {
  const parsed = slugSchema.safeParse(slug)
  const link = parsed.success ? await findLandingBySlug(services.db, parsed.data) : undefined
  if (!link) return neutralPath
  return isActive(services, link) ? landingPath(link) : pathWithoutCode(link)
}

/** Returns null for a code that is unknown or not active. */
export async function findInvitation(services: Reader, code: string): Promise<AffiliateInvitation | null> {
  const link = await findActiveLink(services, code)
  if (!link) return null
  return { code: link.code, from: link.merchantName ?? link.name, merchantName: link.merchantName }
}

async function findActiveLink(services: Reader, code: string) {
  const parsed = codeSchema.safeParse(code)
  const link = parsed.success ? await findLandingByCode(services.db, parsed.data) : undefined
  return link && isActive(services, link) ? link : null
}

const isActive = ({ clock }: Reader, link: LandingLink) => linkStateAt(link, clock.now()) === 'active'
