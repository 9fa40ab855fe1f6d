import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { ApiKey } from '../contract'
import { apiKeysApi } from './api-keys-queries'
import { ExamplePanel } from './example-panel'
import type { StartKeyAction } from './key-commands-widget'
import { KeyHeader } from './key-header'
import { groupsOf, maskedSecret, scopeLabels } from './key-looks'
import classes from './keys.module.css'

type KeySheetProps = SheetOfList<ApiKey> & { onAction: StartKeyAction }

export function KeySheet({ id, rows, total, onAction, onOpen, onClose }: KeySheetProps) {
  const input = { keyId: id ?? '' }
  const record = useQuery(apiKeysApi.get.queryOptions({ input, enabled: id !== undefined }))
  const key = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={key?.name ?? 'Key'}
      noun="Key"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      header={key && <KeyHeader key={key.id} apiKey={key} onAction={onAction} />}
    >
      {key && (
        <div className="q-stack">
          <GrantPanel apiKey={key} />
          <FactsPanel apiKey={key} />
          <ExamplePanel scopes={key.scopes} />
        </div>
      )}
    </RecordSheet>
  )
}

function GrantPanel({ apiKey: { scopes, merchants, requestsPerMinute } }: { apiKey: ApiKey }) {
  return (
    <Panel title="Permissions">
      <KeyValue
        items={[
          ...groupsOf(scopes).map((group) => ({
            label: group.verb,
            value: <Names names={group.scopes.map((scope) => scopeLabels[scope])} />,
          })),
          {
            label: 'Merchants',
            value: merchants ? <Names names={merchants.map(({ id, name }) => name ?? `${id} (gone)`)} /> : 'All',
          },
          { label: 'Requests per minute', value: requestsPerMinute.toLocaleString('en-US') },
        ]}
      />
    </Panel>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function FactsPanel({ apiKey }: { apiKey: ApiKey }) {
  const timeZone = useTimeZone()
  const { createdAt, expiresAt, revokedAt, lastUsedAt, oldSecretUntil } = apiKey
  const at = (value: Date | null, none?: string) =>
    value ? <DateText value={value} timeZone={timeZone} style="datetime" /> : none
  return (
    <Panel title="Details">
      <KeyValue
        items={[
          { label: 'Secret', value: <code className={classes.code}>{maskedSecret(apiKey)}</code> },
          ...(oldSecretUntil ? [{ label: 'Old secret works until', value: at(oldSecretUntil) }] : []),
          { label: 'Last used', value: lastUsedAt ? <RelativeTime value={lastUsedAt} timeZone={timeZone} /> : 'Never' },
          { label: 'Created', value: at(createdAt) },
          { label: 'Expires', value: at(expiresAt, 'Never') },
          ...(revokedAt ? [{ label: 'Revoked', value: at(revokedAt) }] : []),
        ]}
      />
    </Panel>
  )
}
