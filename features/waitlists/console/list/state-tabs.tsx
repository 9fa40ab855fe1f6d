import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import type { Waitlist } from '../../contract'
import { shownStatuses, type ShownStatus } from '../../entries/contract'
import { statusLooks } from '../entry-looks'
import type { OnWaitlistSearch } from '../waitlist-search-widget'

interface StateTabsProps {
  counts: Waitlist['counts']
  status: ShownStatus | undefined
  onSearch: OnWaitlistSearch
}

/** Everybody, or who is in one state; the counts are of the whole list. */
export function StateTabs({ counts, status, onSearch }: StateTabsProps) {
  const everybody = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <ListTabs<ShownStatus | 'all'>
      label="People by state"
      tabs={[
        { id: 'all', label: 'All', count: everybody },
        ...shownStatuses.map((id) => ({ id, label: statusLooks[id].label, count: counts[id] })),
      ]}
      value={status ?? 'all'}
      onChange={(id) => onSearch({ status: id === 'all' ? undefined : id, page: undefined })}
    />
  )
}
