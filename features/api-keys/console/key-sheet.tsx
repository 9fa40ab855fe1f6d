import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCommandContext, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { copyText, KeyValue, Snippet, Panel, MetaPill } from '@quaff/platform/console/display/panel'
import { offeredOf, useRecordCommands } from '@quaff/platform/console/frame/command'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import type { ApiKey, KeyScope } from '../contract'
import { apiKeysApi } from './api-keys-queries'
import { keyCommands, type StartKeyAction } from './key-commands-widget'
import { groupsOf, maskedSecret, scopeLabels, stateMeta } from './key-status-meta'
import { requestExample } from './request-example'
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
          <DetailsPanel apiKey={key} />
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

function DetailsPanel({ apiKey }: { apiKey: ApiKey }) {
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

function ExamplePanel({ scopes }: { scopes: readonly KeyScope[] }) {
  const { title, label, text } = requestExample(scopes, window.location.origin)
  return (
    <Panel
      title={title}
      actions={
        <Button size="sm" icon={IconCopy} onClick={() => void copyText(text, 'Example')}>
          Copy
        </Button>
      }
    >
      <Snippet label={label} text={text} />
    </Panel>
  )
}

function KeyHeader({ apiKey, onAction }: { apiKey: ApiKey; onAction: StartKeyAction }) {
  const details = useCommandContext()
  useRecordCommands(keyCommands, apiKey, details, onAction)
  return (
    <div className="q-stack">
      <b className="q-h2" aria-hidden>
        {apiKey.name}
      </b>
      <div className="q-row q-wrap">
        <MetaPill meta={stateMeta[apiKey.state]} />
        {offeredOf(keyCommands, apiKey, details).map(({ name, label, icon }) => (
          <Button key={name} size="sm" icon={icon} onClick={() => onAction(name, apiKey)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
