import { IconWebhook } from '@tabler/icons-react'
import { reachText } from '@quaff/features/api-keys/rules'
import { settingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { Column } from '@quaff/platform/console/list/data-table'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { Endpoint } from '../contract'
import { hostOf, stateLooks } from './webhook-looks'
import { webhooksApi } from './webhooks-queries'

const columns = (timeZone: string): Column<Endpoint>[] => [
  {
    id: 'address',
    header: 'URL',
    card: 'title',
    cell: (row) => <TitleCell title={row.description || hostOf(row)} caption={row.url} />,
  },
  {
    id: 'events',
    header: 'Events',
    card: 'hide',
    cell: ({ eventTypes }) => (eventTypes === null ? 'All' : formatCount(eventTypes.length)),
  },
  { id: 'merchants', header: 'Merchants', card: 'fact', cell: (row) => reachText(row) },
  {
    id: 'success',
    header: 'Last success',
    card: 'fact',
    cell: ({ lastSuccessAt }) => (lastSuccessAt ? <RelativeTime value={lastSuccessAt} timeZone={timeZone} /> : 'Never'),
  },
  { id: 'waiting', header: 'Waiting', card: 'fact', align: 'right', cell: ({ waiting }) => formatCount(waiting) },
  { id: 'state', header: 'Status', card: 'status', cell: (row) => <EndpointPill endpoint={row} /> },
]

export const EndpointPill = ({ endpoint: { state } }: { endpoint: Pick<Endpoint, 'state'> }) => (
  <LookPill look={stateLooks[state]} />
)

export const endpointList = defineList<{ timeZone: string }>()({
  name: 'Endpoints',
  columnsName: () => 'endpoints',
  search: settingsSearch,
  filters: {},
  api: webhooksApi.list,
  filter: () => ({}),
  input: (_filter, page) => page,
  useChips: () => ({}),
  columns: ({ timeZone }) => columns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: (row) => hostOf(row),
  caption: () => 'Endpoints, newest first',
  note: () => 'Newest first.',
  empty: (_search, _facts, _onSearch, action) => (
    <EmptyState
      icon={IconWebhook}
      title="No endpoints yet"
      text="We send events to your endpoint when merchants, plans, subscriptions, redemptions or payouts change."
      action={action}
    />
  ),
})

export const AddEndpointButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={IconWebhook} onClick={onClick}>
    Add endpoint
  </Button>
)
