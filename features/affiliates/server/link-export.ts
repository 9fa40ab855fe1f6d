import { exportActivity } from '@quaff/features/activity/server'
import {
  authorize,
  columnOf,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import { linkFields, type AffiliateLink, type ExportLinksInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { conversionPercent } from '../rules'
import { linkList, listLinkRows, listLinkRowsById } from './link-store'
import { presentLink, scopeOf } from './read-links'

/** Selected links or all that match, newest first. */
export async function exportLinks(ctx: Context, { format, ids, filter = {} }: ExportLinksInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, filter.merchantId)
  return exportList(ctx, {
    name: 'affiliate-links',
    format,
    filter,
    audit: {
      action: 'export_affiliate_links',
      targetType: 'affiliate_link',
      targetId: 'affiliate-links',
      merchantId: filter.merchantId ?? null,
    },
    alsoRecord: exportActivity('affiliate links'),
    order: linkList,
    rows: (db, page) => listLinkRows(db, scope, { ...filter, ...page }),
    ids,
    byIds: (db, chosen) => listLinkRowsById(db, scope, chosen),
    present: (rows) => rows.map((row) => presentLink(ctx, row)),
    columns: linkColumns,
  })
}

/** Unknown values are null, never 0 (G37). */
export const linkColumns: readonly ExportColumn<AffiliateLink>[] = [
  columnOf(linkFields, 'name'),
  { key: 'address', header: 'Short link', value: ({ address }) => address },
  columnOf(linkFields, 'code'),
  { key: 'destination', header: 'Destination', value: ({ destination }) => destination },
  { key: 'owner', header: 'Owner', value: ({ merchantName }) => merchantName ?? 'Platform' },
  columnOf(linkFields, 'sourceTag'),
  { key: 'status', header: 'Status', value: ({ state }) => state },
  instantColumn('startsAt', 'Starts', ({ startsAt }) => startsAt),
  instantColumn('endsAt', 'Ends', ({ endsAt }) => endsAt),
  { key: 'clicks', header: 'Clicks', value: ({ clicks }) => clicks },
  { key: 'signups', header: 'Signups', value: ({ signups }) => signups },
  { key: 'conversionPercent', header: 'Conversion %', value: conversionPercent, cell: conversionCell },
  { key: 'subscriptions', header: 'Subscriptions', value: ({ subscriptions }) => subscriptions },
  { key: 'firstDrinks', header: 'First drinks', value: ({ firstDrinks }) => firstDrinks },
  instantColumn('createdAt', 'Created', ({ createdAt }) => createdAt),
]

function conversionCell(link: AffiliateLink): { decimal: string } | number | null {
  const percent = conversionPercent(link)
  return percent === null || Number.isInteger(percent) ? percent : { decimal: percent.toFixed(1) }
}
