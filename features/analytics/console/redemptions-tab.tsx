import { RedemptionHistory, type HistorySearch } from '@quaff/features/redemptions/console/redemption-history-widget'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'

interface RedemptionsTabProps {
  merchantId: string | undefined
  search: AnalyticsSearch
  onSearch: ChangeAnalyticsSearch
}

export function RedemptionsTab({ merchantId, search, onSearch }: RedemptionsTabProps) {
  const {
    redeemedFrom,
    redeemedTo,
    redemptionStatus,
    method,
    slot,
    merchantId: chosenId,
    planId,
    page,
    redemption,
  } = search
  return (
    <RedemptionHistory
      merchantId={merchantId}
      search={withoutAbsent<HistorySearch>({
        from: redeemedFrom,
        to: redeemedTo,
        status: redemptionStatus,
        id: redemption,
        method,
        slot,
        merchantId: chosenId,
        planId,
        page,
      })}
      onSearch={(next, options) => onSearch(renamed(next), options)}
    />
  )
}

/** These parameters get their own names in the URL because other tabs use the same names. */
const ownNames: ReadonlyMap<string, keyof AnalyticsSearch> = new Map([
  ['from', 'redeemedFrom'],
  ['to', 'redeemedTo'],
  ['status', 'redemptionStatus'],
  ['id', 'redemption'],
])

/** A key that is absent stays absent: it is not to be changed. */
function renamed(next: Partial<HistorySearch>): Partial<AnalyticsSearch> {
  return Object.fromEntries(Object.entries(next).map(([name, value]) => [ownNames.get(name) ?? name, value]))
}
