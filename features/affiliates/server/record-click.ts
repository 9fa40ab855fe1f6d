import type { Context, Services } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { adminRole } from '@quaff/platform/shared/product'
import { clickLimits, type ClickInput } from '../landing/contract'
import { clickWindow, isProgram } from '../rules'
import { findActiveLink } from './follow-link'
import { countClick, deleteClicksBefore, insertClick, type LandingLink } from './landing-store'

/**
 * Once per link, visitor and half hour; not for who owns the link, nor for programs (G37). The answer says nothing
 * of all that.
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

/** The platform's own belong to its administrators. */
function isOwn({ actor }: Context, { merchantId, createdBy }: LandingLink): boolean {
  if (actor.kind !== 'user') return false
  if (actor.userId === createdBy) return true
  return merchantId === null ? actor.role === adminRole : actor.merchantIds.includes(merchantId)
}

/** Recognised for a day, readable never. */
const visitorOf = ({ secrets, request }: Context) => secrets.hash(`click:${request.network}:${request.userAgent}`)

export async function pruneClicks({ db, clock }: Services): Promise<void> {
  await deleteClicksBefore(db, new Date(clock.now().getTime() - clickLimits.keptMs))
}
