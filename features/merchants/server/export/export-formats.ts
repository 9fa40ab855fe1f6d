import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
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
  'Tax id set',
  'Bank verified',
  'Completeness %',
] as const

type Pages = AsyncIterable<MerchantRow[]>

export const csvFile = (pages: Pages) => csvPieces(merchantExportColumns, pages, cellsOf)
export const jsonFile = (pages: Pages) => jsonPieces(pages, exported)

/** In the order of `merchantExportColumns`. */
function exported(merchant: MerchantRow) {
  return {
    id: merchant.id,
    name: merchant.name,
    category: merchant.businessType,
    status: merchant.status,
    statusChangedAt: instant(merchant.statusChangedAt),
    needsReview: merchant.needsReview,
    isLive: merchant.isLive,
    totalLocations: merchant.totalLocations,
    activeSubscribers: merchant.activeSubscribers,
    totalSubscribers: merchant.totalSubscribers,
    monthlyRevenue: merchant.monthlyRevenue,
    redemptionCount: merchant.redemptionCount,
    lastActivity: instant(merchant.lastActivity),
    createdAt: instant(merchant.createdAt),
    contactEmail: merchant.contactEmail,
    ownerEmail: merchant.ownerEmail,
    hasTaxId: merchant.hasTaxId,
    hasBank: merchant.hasBank,
    completeness: merchant.completeness,
  }
}

function cellsOf(merchant: MerchantRow): string[] {
  const revenue = merchant.monthlyRevenue.map(moneyText).join('; ')
  return Object.values({ ...exported(merchant), monthlyRevenue: revenue }).map(cellOf)
}

function cellOf(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** `29.00 USD`: plain digits that a spreadsheet reads. */
function moneyText({ amountMinor, currency }: MerchantRow['monthlyRevenue'][number]): string {
  return `${decimalText(amountMinor, currency)} ${currency.toUpperCase()}`
}

/** The epoch stands for "not known" (G29). */
function instant(at: Date | null): string | null {
  return at && at.getTime() !== 0 ? at.toISOString() : null
}
