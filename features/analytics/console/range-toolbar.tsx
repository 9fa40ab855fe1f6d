import { Switch } from '@mantine/core'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { windowText } from '@quaff/platform/console/display/measured/measured-words'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { windowOf } from '../range/rules'
import { noRangeFilters, rangeChoices } from './analytics-search-widget'
import type { AnalyticsSearch, ChangeAnalyticsSearch, RangeChoice } from './analytics-search-widget'
import { CustomRangeForm } from './custom-range-form'
import { RangeFilters } from './range-filters-section'
import type { RangeState } from './use-analytics-range'
import classes from './range.module.css'

type RangeToolbarProps = {
  state: RangeState
  search: AnalyticsSearch
  onSearch: ChangeAnalyticsSearch
  /** False where nothing is compared with the days before. */
  isCompared?: boolean
}

const labelOf = (choice: RangeChoice) => (choice === 'custom' ? 'Custom' : `${choice} d`)
const options = rangeChoices.map((choice) => ({ value: String(choice), label: labelOf(choice) }))
const presets = [7, 30, 90] as const

/** Which days, compared with what, and of whom; all of it in the address. */
export function RangeToolbar({ state, search, onSearch, isCompared = true }: RangeToolbarProps) {
  const { choice, range, today, timeZone, problem } = state
  const window = windowOf(timeZone, range)
  const choose = (next: RangeChoice) =>
    onSearch(
      next === 'custom'
        ? { range: next, from: range.from, to: range.to }
        : { range: next === 30 ? undefined : next, from: undefined, to: undefined },
    )
  useShortcuts([
    ...presets.map((days, index) => ({
      keys: String(index + 1),
      label: `Last ${days} days`,
      section: 'Analytics',
      run: () => choose(days),
    })),
    { keys: 'x', label: 'Clear range and filters', section: 'Analytics', run: () => onSearch(noRangeFilters) },
  ])
  return (
    <div className="q-stack">
      <div className={classes.bar}>
        <Segmented
          label="Range"
          value={String(choice)}
          options={options}
          onChange={(value) => choose(rangeChoices.find((one) => String(one) === value) ?? 30)}
        />
        {isCompared && (
          <Switch
            label="Compare to previous period"
            checked={range.compare}
            onChange={({ currentTarget }) => onSearch({ compare: currentTarget.checked ? undefined : false })}
          />
        )}
        <RangeFilters search={search} onSearch={onSearch} />
        <span className={`q-caption q-num ${classes.zone}`}>{windowText({ window, timeZone })}</span>
      </div>
      {choice === 'custom' && (
        <CustomRangeForm
          key={`${range.from} ${range.to}`}
          from={range.from}
          to={range.to}
          today={today}
          onApply={(from, to) => onSearch({ range: 'custom', from, to })}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className={classes.fault}>
          {problem} Showing the last 30 days.
        </p>
      )}
    </div>
  )
}
