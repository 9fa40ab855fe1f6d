import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { saveMeasured } from '@quaff/platform/console/display/measured/save-measured'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { Cohorts } from '../usage/contract'
import { analyticsApi } from './analytics-queries'
import { CohortTable } from './cohort-table-section'
import { cohortCells } from './cohort-words'
import { subscriptionsLink, type LinkScope } from './overview-links'

const formula =
  'Subscriptions still active, trialing or past due at the start of each later month. Not filtered by the range above.'
const shown = { share: 'Share', count: 'Count' } as const
const options = [
  { value: 'share', label: shown.share },
  { value: 'count', label: shown.count },
] as const

export function CohortsPanel({ scope }: { scope: LinkScope }) {
  const { merchantId, planId } = scope.range
  const [by, setBy] = useState<keyof typeof shown>('share')
  const query = useQuery(
    analyticsApi.cohorts.queryOptions({
      input: withoutAbsent({ merchantId, planId }),
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <MeasuredPanel
      title="Retention by start month"
      formula={formula}
      what="start months"
      query={query}
      height={376}
      isOwnTime
      actions={<Segmented label="Cells show" value={by} options={options} onChange={setBy} />}
      empty={({ cohorts }) =>
        cohorts.every(({ started }) => started === 0) && (
          <EmptyState
            icon={IconUsers}
            title="No subscriptions started in these months"
            text="Start months appear here with the first subscription."
          />
        )
      }
      footer={() => (
        <ButtonLink size="sm" variant="quiet" to={subscriptionsLink(scope, {})}>
          Subscriptions
        </ButtonLink>
      )}
      onSave={save}
    >
      {({ cohorts }) => <CohortTable cohorts={cohorts} isShare={by === 'share'} scope={scope} />}
    </MeasuredPanel>
  )
}

function save(data: Cohorts): void {
  const most = Math.max(0, ...data.cohorts.map(({ running }) => running.length))
  saveMeasured(
    'still-running-by-start-month',
    ['Start month', ...Array.from({ length: most }, (_, months) => `After ${months} months`)],
    data.cohorts.map((cohort) => [cohort.month, ...cohortCells(cohort).map(({ count }) => count)]),
    data,
  )
}
