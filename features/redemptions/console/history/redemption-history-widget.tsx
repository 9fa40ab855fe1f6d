import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { readId } from '@quaff/platform/console/list/filters/search-values'
import type { RedemptionSearch } from '../redemption-search-widget'
import { ExportRedemptionsButton } from './export-redemptions-button'
import { HistoryTab } from './history-tab'

/** Days are `YYYY-MM-DD` in the platform's time zone; `id` is that of the open redemption, as the list writes it. */
export type RedemptionHistorySearch = Pick<
  RedemptionSearch,
  'from' | 'to' | 'planId' | 'method' | 'status' | 'slot' | 'page' | 'id'
> & { merchantId?: string }

interface RedemptionHistoryProps {
  /** Of this merchant only; of all that may be seen without it. */
  merchantId?: string | undefined
  search: RedemptionHistorySearch
  onSearch: (next: Partial<RedemptionHistorySearch>, options?: { replace?: boolean }) => void
}

/** Redemptions of all merchants or one, newest first, with their export; the open one in a sheet. */
export function RedemptionHistory({ merchantId: scopedTo, search, onSearch }: RedemptionHistoryProps) {
  const { merchantId: chosenId, ...own } = search
  const filter = useMerchantFilter(chosenId, scopedTo === undefined)
  const merchantId = scopedTo ?? chosenId
  return (
    <HistoryTab
      merchantId={merchantId}
      search={own}
      onSearch={onSearch}
      actions={<ExportRedemptionsButton merchantId={merchantId} search={own} />}
      {...(scopedTo === undefined && {
        merchants: {
          filter,
          chosenId,
          onChoose: (id) => onSearch({ merchantId: readId(id), planId: undefined, page: undefined }),
          onClear: (filters) => onSearch({ ...filters, merchantId: undefined }),
        },
      })}
    />
  )
}
