import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { categoryLabel } from '../category/rules'
import type { MerchantRow } from '../contract'
import { MerchantStatusPill } from './merchant-status-pill'
import { RevenueText } from './revenue-text'

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')

export function merchantColumns(timeZone: string): Column<MerchantRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={row.name}
          caption={categoryLabel(row.businessType)}
          mark={<InitialsMark name={row.name} imageUrl={row.logoUrl} />}
          narrow
        />
      ),
    },
    {
      id: 'status',
      header: 'Status',
      card: 'status',
      cell: (row) => <MerchantStatusPill merchant={row} timeZone={timeZone} />,
    },
    {
      id: 'subscribers',
      header: 'Active / total',
      sortKey: 'subscribers',
      align: 'right',
      card: 'fact',
      cell: (row) => `${formatCount(row.activeSubscribers)} / ${formatCount(row.totalSubscribers)}`,
    },
    {
      id: 'revenue',
      header: 'Monthly revenue',
      sortKey: 'revenue',
      align: 'right',
      card: 'fact',
      cell: (row) => <RevenueText totals={row.monthlyRevenue} />,
    },
    {
      id: 'redemptions',
      header: 'Redemptions',
      align: 'right',
      card: 'hide',
      cell: (row) => formatCount(row.redemptionCount),
    },
    {
      id: 'locations',
      header: 'Locations',
      align: 'right',
      card: 'hide',
      cell: (row) => formatCount(row.totalLocations),
    },
    {
      id: 'activity',
      header: 'Last activity',
      sortKey: 'activity',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.lastActivity} timeZone={timeZone} />,
    },
    {
      id: 'created',
      header: 'Created',
      sortKey: 'created',
      card: 'hide',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
    {
      id: 'ownerEmail',
      header: 'Owner email',
      hiddenByDefault: true,
      card: 'hide',
      cell: (row) => row.ownerEmail ?? '—',
    },
    { id: 'taxId', header: 'Tax ID set', hiddenByDefault: true, card: 'hide', cell: (row) => yesNo(row.hasTaxId) },
    { id: 'bank', header: 'Bank verified', hiddenByDefault: true, card: 'hide', cell: (row) => yesNo(row.hasBank) },
    {
      id: 'completeness',
      header: 'Completeness',
      hiddenByDefault: true,
      align: 'right',
      card: 'hide',
      cell: (row) => `${row.completeness}%`,
    },
  ]
}
