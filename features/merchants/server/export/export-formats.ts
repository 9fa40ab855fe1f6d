import type { CsvCell } from '@quaff/platform/server/list/csv'
import { knownInstant, plainCell, type RowFormat } from '@quaff/platform/server/list/export-file'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { MerchantRow } from '../../contract'

/** As the list shows them, hidden columns included, in this order. */
export const merchantExportColumns = [
  'ID',
  'Name',
  'Category',
  'Status',
  'Status since',
  'Needs review',
  'Live',
  'Locations',
  'Active subscribers',
  'Total subscribers',
  'Monthly revenue',
  'Redemptions',
  'Last activity',
  'Created',
  'Contact email',
  'Owner email',
  'Tax ID set',
  'Bank verified',
  'Completeness %',
] as const

export const merchantFormat: RowFormat<MerchantRow> = { columns: merchantExportColumns, cellsOf, objectOf: exported }

/** In the order of `merchantExportColumns`. */
function exported(merchant: MerchantRow) {
  return {
    id: merchant.id,
    name: merchant.name,
    category: merchant.businessType,
    status: merchant.status,
    statusChangedAt: knownInstant(merchant.statusChangedAt),
    needsReview: merchant.needsReview,
    isLive: merchant.isLive,
    totalLocations: merchant.totalLocations,
    activeSubscribers: merchant.activeSubscribers,
    totalSubscribers: merchant.totalSubscribers,
    monthlyRevenue: merchant.monthlyRevenue,
    redemptionCount: merchant.redemptionCount,
    lastActivity: knownInstant(merchant.lastActivity),
    createdAt: knownInstant(merchant.createdAt),
    contactEmail: merchant.contactEmail,
    ownerEmail: merchant.ownerEmail,
    hasTaxId: merchant.hasTaxId,
    hasBank: merchant.hasBank,
    completeness: merchant.completeness,
  }
}

function cellsOf(merchant: MerchantRow): CsvCell[] {
  const revenue = merchant.monthlyRevenue.map(moneyText).join('; ')
  return Object.values({ ...exported(merchant), monthlyRevenue: revenue }).map(plainCell)
}

/** `29.00 USD`: plain digits that a spreadsheet reads. */
function moneyText({ amountMinor, currency }: MerchantRow['monthlyRevenue'][number]): string {
  return `${decimalText(amountMinor, currency)} ${currency.toUpperCase()}`
}
