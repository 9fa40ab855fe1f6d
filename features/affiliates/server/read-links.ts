import { merchantScope, type MerchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  dayKeyIn,
  type Page,
  pageTotal,
  refuse,
  remember,
  shiftDaysIn,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import {
  type AffiliateLink,
  type CheckLinkInput,
  type LinkDays,
  type LinkDaysInput,
  type LinkIdInput,
  linkLimits,
  type LinkTotals,
  type LinkTotalsInput,
  type ListLinksInput,
} from '../contract'
import { affiliatePermissions } from '../permissions'
import { linkRefusals } from '../refusals'
import { linkStateAt } from '../rules'
import { countLinksByStatus, listClickDays, listSignupDays, presentFigures, sumFigures } from './figures-store'
import { countLinkRows, findLinkRow, findTaken, linkList, type LinkRow, listLinkRows } from './link-store'

export async function readLink(ctx: Context, actor: UserActor, linkId: string): Promise<AffiliateLink> {
  const row = await findLinkRow(ctx.db, merchantScope(actor), linkId)
  if (!row) throw refuse(linkRefusals, 'LINK')
  return presentLink(ctx, row)
}

export const scopeOf = (actor: UserActor, merchantId: string | undefined) =>
  merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)

export async function getLink(ctx: Context, { linkId }: LinkIdInput): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  return readLink(ctx, actor, linkId)
}

/** Newest first. A merchant that is foreign or gone is not found. */
export async function listLinks(ctx: Context, input: ListLinksInput): Promise<Page<AffiliateLink>> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, input.merchantId)
  const { limit, cursor, ...filter } = input
  const rows = await listLinkRows(ctx.db, scope, input)
  const total = await pageTotal(ctx, { rows, limit, cursor, total: rows[0]?.total, of: ['links', scope, filter] }, () =>
    countLinkRows(ctx.db, scope, filter),
  )
  return toPage(rows, { ...linkList, limit, total }, (row) => presentLink(ctx, row))
}

export async function getLinkTotals(ctx: Context, { merchantId }: LinkTotalsInput): Promise<LinkTotals> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, merchantId)
  const [states, figures] = await Promise.all([countLinksByStatus(ctx.db, scope), sumOnce(ctx, scope)])
  return { ...presentFigures(figures), ...states }
}

/** Over the whole platform a sum is dear: all administrators share one for a while. */
function sumOnce(ctx: Context, scope: MerchantScope) {
  const read = () => sumFigures(ctx.db, scope)
  if (!scope.all) return read()
  return remember(ctx, { key: ['affiliate-totals'], maxAgeMs: linkLimits.totalsAgeMs }, read)
}

/** Every editor of links may ask, because opening an address shows whether it exists. */
export async function checkLink(
  ctx: Context,
  input: CheckLinkInput,
): Promise<{ slugFree: boolean; codeFree: boolean }> {
  authorize(ctx.actor, affiliatePermissions, 'link.edit')
  const taken = await findTaken(ctx.db, input)
  return { slugFree: !taken.slug, codeFree: !taken.code }
}

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

export function presentLink({ clock, settings }: Pick<Context, 'clock' | 'settings'>, row: LinkRow): AffiliateLink {
  const addressOf = (slug: string) => `${settings.baseUrl}/r/${slug}`
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    code: row.code,
    destination: row.destination,
    merchantId: row.merchantId,
    merchantName: row.merchantId === null ? null : (row.merchantName ?? 'Unknown Merchant'),
    address: addressOf(row.slug),
    formerAddresses: row.formerSlugs.map(addressOf),
    sourceTag: row.sourceTag,
    state: linkStateAt(row, clock.now()),
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    ...presentFigures(row),
  }
}
