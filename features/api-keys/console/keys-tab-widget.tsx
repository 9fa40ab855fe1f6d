import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useLiveRefresh, useCommandContext, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import {
  type OnSettingsSearch,
  type SettingsSearch,
  settingsSearch,
} from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { MetaPill, TabIntro } from '@quaff/platform/console/display/panel'
import { useRowCommands } from '@quaff/platform/console/frame/command'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { type ApiKey, type KeyFilter, keyFilters } from '../contract'
import { reachText } from '../rules'
import { apiKeysApi } from './api-keys-queries'
import { type KeyAction, keyCommands } from './key-commands-widget'
import { KeySheet } from './key-sheet'
import { grantText, maskedSecret, stateMeta } from './key-status-meta'
import classes from './keys.module.css'

const CreateKeyDialog = deferred(async () => (await import('./create-key-dialog')).CreateKeyDialog)
const RotateKeyDialog = deferred(async () => (await import('./key-dialogs')).RotateKeyDialog)
const RevokeKeyDialog = deferred(async () => (await import('./key-dialogs')).RevokeKeyDialog)

type PendingAction = { action: 'create' } | { action: KeyAction; opened: ApiKey }

export function KeysTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  useLiveRefresh(['audit'], useRefetch(apiKeysApi.key()), ({ subjectId }) => subjectId.startsWith('key_'))
  const [pendingAction, setPendingAction] = useState<PendingAction>()
  const ended = useQuery(apiKeysApi.list.queryOptions({ input: { keys: 'ended', limit: 1 } }))
  const list = useRecordList(keyList, { search, onSearch, details: { timeZone } })
  const start = (action: KeyAction, opened: ApiKey) => setPendingAction({ action, opened })
  useRowCommands(keyCommands, list.pages.rows, useCommandContext(), start)
  const close = () => setPendingAction(undefined)
  return (
    <>
      <TabIntro action={<MakeKeyButton onClick={() => setPendingAction({ action: 'create' })} />}>
        Use API keys to read data, send events and check whether a customer can redeem.{' '}
        <a className="q-link" href="/v1/docs" target="_blank" rel="noreferrer">
          API reference
        </a>
      </TabIntro>
      <RecordList
        list={list}
        counts={ended.data && { ended: ended.data.total }}
        selectable={false}
        menu={(row) => <RecordMenu set={keyCommands} row={row} onRun={start} />}
      />
      <KeySheet {...list.sheet} onAction={start} />
      {pendingAction?.action === 'create' && <CreateKeyDialog onClose={close} />}
      {pendingAction?.action === 'rotate' && <RotateKeyDialog opened={pendingAction.opened} onClose={close} />}
      {pendingAction?.action === 'revoke' && <RevokeKeyDialog opened={pendingAction.opened} onClose={close} />}
    </>
  )
}

export const keyList = defineList<{ timeZone: string }>()({
  name: 'Keys',
  columnsName: () => 'keys',
  search: settingsSearch,
  filters: keyFilters,
  api: apiKeysApi.list,
  filter: ({ keys = 'working', q }): KeyFilter => withoutAbsent({ keys, q }),
  input: (filter, page) => ({ ...filter, ...page }),
  find: () => ({ placeholder: 'Search name', label: 'Search keys' }),
  tabs: {
    field: 'keys',
    label: 'Keys by state',
    first: 'working',
    of: () => [
      { id: 'working', label: 'Active' },
      { id: 'ended', label: 'Inactive' },
    ],
  },
  useChips: () => ({ keys: null }),
  columns: ({ timeZone }) => keyColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: ({ name }) => name,
  caption: () => 'Keys, newest first',
  note: () => 'Newest first',
  empty: ({ keys }, _details, _onSearch, action) =>
    keys === 'ended' ? (
      <EmptyState icon={IconKey} title="No inactive keys" text="Expired and revoked keys appear here." />
    ) : (
      <EmptyState icon={IconKey} title="No keys yet" text="Create a key to connect your app." action={action} />
    ),
})

const MakeKeyButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={IconKey} onClick={onClick}>
    Create key
  </Button>
)

const keyColumns = (timeZone: string): Column<ApiKey>[] => [
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
  { id: 'state', header: 'Status', card: 'status', cell: ({ state }) => <MetaPill meta={stateMeta[state]} /> },
]

/** Short, to leave room for the menu. The sheet shows it in full. */
const Grant = ({ text }: { text: string }) => (
  <span className={classes.grant} title={text}>
    {text}
  </span>
)
