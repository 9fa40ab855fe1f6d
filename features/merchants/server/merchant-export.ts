import { exportActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { listMerchantsInput, type ExportMerchantsInput, type MerchantRow } from '../contract'
import { merchantPermissions } from '../permissions'
import { presentMerchantRow } from './merchant-presenter'
import { listMerchantRows, listMerchantsByIds } from './merchant-store'

/** Selected merchants or all that match, sorted as in the list. */
export async function exportMerchants(
  ctx: Context,
  { ids, filter = {}, format }: ExportMerchantsInput,
): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.export')
  const scope = merchantScope(actor)
  const request = listMerchantsInput.parse(filter)
  const { sort: _, order: __, tab, ...narrowing } = filter
  return exportList(ctx, {
    name: 'merchants',
    format,
    // Neither the order nor the tab of all merchants narrows the file.
    filter: tab === 'all' ? narrowing : { tab, ...narrowing },
    audit: { action: 'export_merchants', targetType: 'merchant', targetId: 'merchants' },
    alsoRecord: exportActivity('merchants'),
    order: { name: request.sort, order: request.order },
    rows: (db, page) => listMerchantRows(db, scope, { ...request, ...page }),
    ids,
    byIds: (db, chosen) => listMerchantsByIds(db, scope, chosen),
    present: (rows) => rows.map(presentMerchantRow),
    columns: merchantColumns,
  })
}

/** The list's columns, including hidden ones. */
export const merchantColumns: readonly ExportColumn<MerchantRow>[] = [
  { key: 'id', header: 'ID', value: ({ id }) => id },
  { key: 'name', header: 'Name', value: ({ name }) => name },
  { key: 'category', header: 'Category', value: ({ businessType }) => businessType },
  { key: 'status', header: 'Status', value: ({ status }) => status },
  instantColumn('statusChangedAt', 'Status since', ({ statusChangedAt }) => statusChangedAt),
  { key: 'needsReview', header: 'Needs review', value: ({ needsReview }) => needsReview },
  { key: 'isLive', header: 'Live', value: ({ isLive }) => isLive },
  { key: 'totalLocations', header: 'Locations', value: ({ totalLocations }) => totalLocations },
  { key: 'activeSubscribers', header: 'Active subscribers', value: ({ activeSubscribers }) => activeSubscribers },
  { key: 'totalSubscribers', header: 'Total subscribers', value: ({ totalSubscribers }) => totalSubscribers },
  {
    key: 'monthlyRevenue',
    header: 'Monthly revenue',
    value: ({ monthlyRevenue }) => monthlyRevenue,
    cell: ({ monthlyRevenue }) => monthlyRevenue.map(moneyText).join('; '),
  },
  { key: 'redemptionCount', header: 'Redemptions', value: ({ redemptionCount }) => redemptionCount },
  instantColumn('lastActivity', 'Last activity', ({ lastActivity }) => lastActivity),
  instantColumn('createdAt', 'Created', ({ createdAt }) => createdAt),
  { key: 'contactEmail', header: 'Contact email', value: ({ contactEmail }) => contactEmail },
  { key: 'ownerEmail', header: 'Owner email', value: ({ ownerEmail }) => ownerEmail },
  { key: 'hasTaxId', header: 'Tax ID set', value: ({ hasTaxId }) => hasTaxId },
  { key: 'hasBank', header: 'Bank verified', value: ({ hasBank }) => hasBank },
  { key: 'completeness', header: 'Completeness %', value: ({ completeness }) => completeness },
]

/** `29.00 USD`: plain digits that a spreadsheet reads. */
function moneyText({ amountMinor, currency }: MerchantRow['monthlyRevenue'][number]) {
  return `${decimalText(amountMinor, currency)} ${currency.toUpperCase()}`
}
