import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { ApiKey } from '../contract'
import { reachText } from '../rules'
import { grantText, maskedSecret, stateLooks } from './key-looks'
import classes from './keys.module.css'

export const keyColumns = (timeZone: string): Column<ApiKey>[] => [
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    cell: (row) => <TitleCell title={row.name} caption={<code className={classes.code}>{maskedSecret(row)}</code>} />,
  },
  { id: 'scopes', header: 'May', card: 'hide', cell: ({ scopes }) => <Grant text={grantText(scopes)} /> },
  { id: 'merchants', header: 'Merchants', card: 'fact', cell: (row) => reachText(row) },
  {
    id: 'lastUsed',
    header: 'Last used',
    card: 'fact',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} timeZone={timeZone} /> : 'Never'),
  },
  {
    id: 'expires',
    header: 'Expires',
    card: 'hide',
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime value={expiresAt} timeZone={timeZone} /> : 'Never'),
  },
  { id: 'state', header: 'Status', card: 'status', cell: ({ state }) => <LookPill look={stateLooks[state]} /> },
]

/** The sheet tells it in full; here it must leave room for the menu. */
const Grant = ({ text }: { text: string }) => (
  <span className={classes.grant} title={text}>
    {text}
  </span>
)
