import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'
import { CancellationsPanel } from './cancellations-panel'
import { MovementPanel } from './movement-panel'
import { RangeToolbar } from './range-toolbar'
import { useAnalyticsRange } from './use-analytics-range'

type CancellationsTabProps = { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

/** Who left in the range, and what moved the revenue of the months up to its end. */
export function CancellationsTab({ search, onSearch }: CancellationsTabProps) {
  const state = useAnalyticsRange(search)
  const { isGlobalView } = useMerchantSelection()
  const scope = { range: state.range, search, isGlobalView }
  return (
    <>
      <RangeToolbar state={state} search={search} onSearch={onSearch} isCompared={false} />
      <CancellationsPanel scope={scope} />
      <MovementPanel scope={scope} />
    </>
  )
}
