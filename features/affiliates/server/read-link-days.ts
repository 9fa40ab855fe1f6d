import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'
import { refuse } from '@quaff/platform/shared/refusal'
import type { LinkDays, LinkDaysInput } from '../days/contract'
import { affiliatePermissions } from '../permissions'
import { linkRefusals } from '../refusals'
import { listClickDays, listSignupDays } from './days-store'
import { findLinkRow } from './link-store'

/** The last `days` days of the platform's calendar up to now, each of them, oldest first. */
export async function readLinkDays(ctx: Context, { linkId, days }: LinkDaysInput): Promise<LinkDays> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const link = await findLinkRow(ctx.db, merchantScope(actor), linkId)
  if (!link) throw refuse(linkRefusals, 'LINK')
  const { timeZone } = ctx.settings
  const measuredAt = ctx.clock.now()
  const from = shiftDaysIn(timeZone, measuredAt, 1 - days)
  const [clicks, signups] = await Promise.all([
    listClickDays(ctx.db, link.id, dayKeyIn(timeZone, from)),
    listSignupDays(ctx.db, link.code, { from, timeZone }),
  ])
  const sumOn = (counts: typeof clicks, day: string) =>
    counts.reduce((sum, one) => (one.day === day ? sum + one.count : sum), 0)
  const keys = Array.from({ length: days }, (_, index) => dayKeyIn(timeZone, shiftDaysIn(timeZone, from, index)))
  return {
    days: keys.map((day) => ({
      day,
      clicks: sumOn(clicks, day),
      signups: link.signups === 0 ? null : sumOn(signups, day),
    })),
    window: { from, to: measuredAt },
    timeZone,
    measuredAt,
  }
}
