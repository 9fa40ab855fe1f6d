import { Segmented } from '@quaff/platform/console/controls/segmented'
import { newestChoices, type ChangeSubscriptionSearch, type SubscriptionSearch } from './subscription-search-widget'

const views = [
  { value: 'list', label: 'List' },
  { value: 'plans', label: 'By plan' },
] as const
const newestOptions = newestChoices.map((value) => ({ value, label: `Newest ${value}` }))

type SubscriptionViewsProps = { search: SubscriptionSearch; onSearch: ChangeSubscriptionSearch }

export function SubscriptionViews({ search, onSearch }: SubscriptionViewsProps) {
  return (
    <div className="q-row q-wrap">
      <Segmented
        label="View"
        value={search.view ?? 'list'}
        options={views}
        onChange={(view) => onSearch({ view: view === 'plans' ? view : undefined, page: undefined })}
      />
      {search.view === 'plans' && (
        <span className="q-end">
          <Segmented
            label="Of each plan"
            value={search.newest ?? '10'}
            options={newestOptions}
            onChange={(newest) => onSearch({ newest: newest === '10' ? undefined : newest }, { replace: true })}
          />
        </span>
      )}
    </div>
  )
}
