import {
  IconWebhook,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reachText } from '@quaff/features/api-keys/rules'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useLiveRefresh, useCommandContext, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import {
  type OnSettingsSearch,
  type SettingsSearch,
  settingsSearch,
} from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { DateText, RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, Panel, MetaPill, TabIntro } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { offeredOf, defineCommands, useRecordCommands, useRowCommands } from '@quaff/platform/console/frame/command'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { Endpoint } from '../contract'
import { DeliveriesPanel } from './deliveries-panel'
import { disabledMessages, hostOf, stateMeta } from './webhook-status-meta'
import { webhooksApi } from './webhooks-queries'
import classes from './webhooks.module.css'

const EndpointDialog = deferred(async () => (await import('./endpoint-dialog')).EndpointDialog)
const RotateSecretDialog = deferred(async () => (await import('./secret-dialog')).RotateSecretDialog)
const ReplayDialog = deferred(async () => (await import('./replay-dialog')).ReplayDialog)
const SwitchDialog = deferred(async () => (await import('./switch-dialog')).SwitchDialog)

type PendingAction = { action: 'create' } | { action: WebhookAction; opened: Endpoint }

export function WebhooksTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  useLiveRefresh(['audit', 'webhook'], useRefetch(webhooksApi.key()), ({ subjectId }) => subjectId.startsWith('whe_'))
  const [pendingAction, setPendingAction] = useState<PendingAction>()
  const resend = useResend()
  const list = useRecordList(endpointList, { search, onSearch, details: { timeZone } })
  const start = (action: WebhookAction, opened: Endpoint) => {
    if (action === 'test') resend.test(opened.id)
    else setPendingAction({ action, opened })
  }
  useRowCommands(webhookCommands, list.pages.rows, useCommandContext(), start)
  const close = () => setPendingAction(undefined)
  return (
    <>
      <TabIntro action={<AddEndpointButton onClick={() => setPendingAction({ action: 'create' })} />}>
        Quaff sends signed requests to your URL when something changes. Failed deliveries are retried for 28 hours.
      </TabIntro>
      <RecordList
        list={list}
        selectable={false}
        menu={(row) => <RecordMenu set={webhookCommands} row={row} onRun={start} />}
      />
      <EndpointSheet {...list.sheet} onAction={start} onReplay={resend.replay} />
      {pendingAction?.action === 'create' && <EndpointDialog onClose={close} />}
      {pendingAction?.action === 'edit' && <EndpointDialog opened={pendingAction.opened} onClose={close} />}
      {pendingAction?.action === 'rotate' && <RotateSecretDialog opened={pendingAction.opened} onClose={close} />}
      {pendingAction?.action === 'replay' && <ReplayDialog opened={pendingAction.opened} onClose={close} />}
      {(pendingAction?.action === 'disable' ||
        pendingAction?.action === 'enable' ||
        pendingAction?.action === 'remove') && (
        <SwitchDialog action={pendingAction.action} opened={pendingAction.opened} onClose={close} />
      )}
    </>
  )
}

/** Actions without a dialog. */
function useResend() {
  const refetch = useRefetch(webhooksApi.key())
  const send = async (call: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await call()
      notifySuccess(done, 'See the log for the result.')
    } catch (error) {
      notifyError(failed, errorText(error))
    }
    void refetch()
  }
  return {
    test: (endpointId: string) =>
      void send(() => webhooksApi.sendTest.call({ endpointId }), 'Test event sent', 'Couldn’t send the test event'),
    replay: (deliveryId: string) =>
      void send(() => webhooksApi.replay.call({ deliveryId }), 'Replayed', 'Couldn’t replay the delivery'),
  }
}

type EndpointSheetProps = SheetOfList<Endpoint> & {
  onAction: StartWebhookAction
  onReplay: (deliveryId: string) => void
}

function EndpointSheet({ id, rows, total, onAction, onReplay, onOpen, onClose }: EndpointSheetProps) {
  const input = { endpointId: id ?? '' }
  const record = useQuery(webhooksApi.get.queryOptions({ input, enabled: id !== undefined }))
  const endpoint = record.data?.id === id ? record.data : rows.find((row) => row.id === id)
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={endpoint ? hostOf(endpoint) : 'Endpoint'}
      noun="Endpoint"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      header={endpoint && <Header key={endpoint.id} endpoint={endpoint} onAction={onAction} />}
    >
      {endpoint && (
        <div className="q-stack">
          {endpoint.disabledReason && (
            <Notice tone="warn" title="Disabled">
              {disabledMessages[endpoint.disabledReason]}
            </Notice>
          )}
          <DeliveriesPanel key={endpoint.id} endpoint={endpoint} onReplay={onReplay} />
          <DetailsPanel endpoint={endpoint} />
        </div>
      )}
    </RecordSheet>
  )
}

function Header({ endpoint, onAction }: { endpoint: Endpoint; onAction: StartWebhookAction }) {
  const details = useCommandContext()
  useRecordCommands(webhookCommands, endpoint, details, onAction)
  return (
    <div className="q-stack">
      <b className="q-h2" aria-hidden>
        {endpoint.description || hostOf(endpoint)}
      </b>
      <div className="q-row q-wrap">
        <EndpointPill endpoint={endpoint} />
        {offeredOf(webhookCommands, endpoint, details).map(({ name, label, icon }) => (
          <Button key={name} size="sm" icon={icon} onClick={() => onAction(name, endpoint)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

function DetailsPanel({ endpoint }: { endpoint: Endpoint }) {
  const timeZone = useTimeZone()
  const { url, eventTypes, lastSuccessAt, failingSince, oldSecretUntil, createdAt } = endpoint
  const at = (value: Date) => <DateText value={value} timeZone={timeZone} style="datetime" />
  return (
    <Panel title="Details">
      <KeyValue
        items={[
          { label: 'URL', value: <code className={classes.code}>{url}</code> },
          { label: 'Events', value: eventTypes === null ? 'All' : eventTypes.join(', ') },
          { label: 'Merchants', value: reachText(endpoint) },
          {
            label: 'Last success',
            value: lastSuccessAt ? <RelativeTime value={lastSuccessAt} timeZone={timeZone} /> : 'Never',
          },
          ...(failingSince ? [{ label: 'Failing since', value: at(failingSince) }] : []),
          ...(oldSecretUntil ? [{ label: 'Old secret signs until', value: at(oldSecretUntil) }] : []),
          { label: 'Added', value: at(createdAt) },
        ]}
      />
    </Panel>
  )
}

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

const EndpointPill = ({ endpoint: { state } }: { endpoint: Pick<Endpoint, 'state'> }) => (
  <MetaPill meta={stateMeta[state]} />
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
  empty: (_search, _details, _onSearch, action) => (
    <EmptyState
      icon={IconWebhook}
      title="No endpoints yet"
      text="We send events to your endpoint when merchants, plans, subscriptions, redemptions or payouts change."
      action={action}
    />
  ),
})

const AddEndpointButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={IconWebhook} onClick={onClick}>
    Add endpoint
  </Button>
)

const whileEnabled = ({ state }: Endpoint) => state !== 'disabled' || null

export const webhookCommands = defineCommands<Endpoint>()('endpoint', (endpoint) => hostOf(endpoint), {
  test: { label: 'Send test event', short: 'Test', icon: IconSend, keywords: 'try ping', may: whileEnabled },
  replay: {
    label: 'Replay failed',
    icon: IconRepeat,
    keywords: 'again resend retry',
    opensDialog: true,
    may: (endpoint) => (endpoint.failed > 0 && whileEnabled(endpoint)) || null,
  },
  edit: { label: 'Edit', icon: IconPencil, keywords: 'change address events', opensDialog: true, may: () => true },
  rotate: {
    label: 'Rotate secret',
    short: 'Rotate',
    icon: IconRefresh,
    keywords: 'renew',
    opensDialog: true,
    may: () => true,
  },
  disable: {
    label: 'Disable',
    icon: IconPlayerPause,
    keywords: 'stop pause off',
    opensDialog: true,
    may: whileEnabled,
  },
  enable: {
    label: 'Enable',
    icon: IconPlayerPlay,
    keywords: 'start on',
    opensDialog: true,
    may: ({ state }) => state === 'disabled' || null,
  },
  remove: { label: 'Delete', icon: IconTrash, keywords: 'remove', danger: true, opensDialog: true, may: () => true },
})
type WebhookAction = keyof typeof webhookCommands.commands
type StartWebhookAction = (action: WebhookAction, endpoint: Endpoint) => void
