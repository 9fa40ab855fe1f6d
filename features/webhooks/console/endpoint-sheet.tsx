import { useQuery } from '@tanstack/react-query'
import { reachText } from '@quaff/features/api-keys/rules'
import { useCommandFacts, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { Endpoint } from '../contract'
import { DeliveriesPanel } from './deliveries-panel'
import { EndpointPill } from './endpoint-list'
import { webhookCommands, type StartWebhookAction } from './webhook-commands-widget'
import { disabledTexts, hostOf } from './webhook-looks'
import { webhooksApi } from './webhooks-queries'
import classes from './webhooks.module.css'

type EndpointSheetProps = SheetOfList<Endpoint> & {
  onAction: StartWebhookAction
  onReplay: (deliveryId: string) => void
}

export function EndpointSheet({ id, rows, total, onAction, onReplay, onOpen, onClose }: EndpointSheetProps) {
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
              {disabledTexts[endpoint.disabledReason]}
            </Notice>
          )}
          <DeliveriesPanel key={endpoint.id} endpoint={endpoint} onReplay={onReplay} />
          <FactsPanel endpoint={endpoint} />
        </div>
      )}
    </RecordSheet>
  )
}

function Header({ endpoint, onAction }: { endpoint: Endpoint; onAction: StartWebhookAction }) {
  const facts = useCommandFacts()
  useRecordCommands(webhookCommands, endpoint, facts, onAction)
  return (
    <div className="q-stack">
      <b className="q-h2" aria-hidden>
        {endpoint.description || hostOf(endpoint)}
      </b>
      <div className="q-row q-wrap">
        <EndpointPill endpoint={endpoint} />
        {offeredOf(webhookCommands, endpoint, facts).map(({ name, label, icon }) => (
          <Button key={name} size="sm" icon={icon} onClick={() => onAction(name, endpoint)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

function FactsPanel({ endpoint }: { endpoint: Endpoint }) {
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
