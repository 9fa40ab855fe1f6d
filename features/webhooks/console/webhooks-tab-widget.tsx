import { useState } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandFacts, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import type { OnSettingsSearch, SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { TabIntro } from '@quaff/platform/console/display/text/tab-intro'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { Endpoint } from '../contract'
import { AddEndpointButton, endpointList } from './endpoint-list'
import { EndpointSheet } from './endpoint-sheet'
import { useResend } from './use-resend'
import { webhookCommands, type WebhookAction } from './webhook-commands-widget'
import { webhooksApi } from './webhooks-queries'

const EndpointDialog = deferred(async () => (await import('./endpoint-dialog')).EndpointDialog)
const RotateSecretDialog = deferred(async () => (await import('./rotate-secret-dialog')).RotateSecretDialog)
const ReplayDialog = deferred(async () => (await import('./replay-dialog')).ReplayDialog)
const SwitchDialog = deferred(async () => (await import('./switch-dialog')).SwitchDialog)

type Asked = { action: 'create' } | { action: WebhookAction; opened: Endpoint }

export function WebhooksTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  useLiveRefresh(['audit', 'webhook'], useRefetch(webhooksApi.key()), ({ subjectId }) => subjectId.startsWith('whe_'))
  const [asked, setAsked] = useState<Asked>()
  const resend = useResend()
  const list = useRecordList(endpointList, { search, onSearch, facts: { timeZone } })
  const start = (action: WebhookAction, opened: Endpoint) => {
    if (action === 'test') resend.test(opened.id)
    else setAsked({ action, opened })
  }
  useRowCommands(webhookCommands, list.pages.rows, useCommandFacts(), start)
  const close = () => setAsked(undefined)
  return (
    <>
      <TabIntro action={<AddEndpointButton onClick={() => setAsked({ action: 'create' })} />}>
        Quaff sends signed requests to your URL when something changes. Failed deliveries are retried for 28 hours.
      </TabIntro>
      <RecordList
        list={list}
        selectable={false}
        menu={(row) => <RecordMenu set={webhookCommands} row={row} onRun={start} />}
      />
      <EndpointSheet {...list.sheet} onAction={start} onReplay={resend.replay} />
      {asked?.action === 'create' && <EndpointDialog onClose={close} />}
      {asked?.action === 'edit' && <EndpointDialog opened={asked.opened} onClose={close} />}
      {asked?.action === 'rotate' && <RotateSecretDialog opened={asked.opened} onClose={close} />}
      {asked?.action === 'replay' && <ReplayDialog opened={asked.opened} onClose={close} />}
      {(asked?.action === 'disable' || asked?.action === 'enable' || asked?.action === 'remove') && (
        <SwitchDialog action={asked.action} opened={asked.opened} onClose={close} />
      )}
    </>
  )
}
