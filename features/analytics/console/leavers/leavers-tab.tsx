import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from '../analytics-search-widget'
import { RangeToolbar } from '../range/range-toolbar'
import { useAnalyticsRange } from '../use-analytics-range'
import { LeaversPanel } from './leavers-panel'
import { MovementPanel } from './movement-panel'

type LeaversTabProps = { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

/** Who left in the range, and what moved the revenue of the months up to its end. */
export function LeaversTab({ search, onSearch }: LeaversTabProps) {
  const state = useAnalyticsRange(search)
  const { isGlobalView } = useMerchantSelection()
  const scope = { range: state.range, search, isGlobalView }
  return (
    <>
      <RangeToolbar state={state} search={search} onSearch={onSearch} isCompared={false} />
      <LeaversPanel scope={scope} />
      <MovementPanel scope={scope} />
    </>
  )
}
