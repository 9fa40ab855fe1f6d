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
import type { ApiKey } from '../contract'
import { apiKeysApi } from './api-keys-queries'
import { keyCommands, type KeyAction } from './key-commands-widget'
import { keyList, MakeKeyButton } from './key-list'
import { KeySheet } from './key-sheet'

const CreateKeyDialog = deferred(async () => (await import('./create-key-dialog')).CreateKeyDialog)
const RotateKeyDialog = deferred(async () => (await import('./rotate-key-dialog')).RotateKeyDialog)
const RevokeKeyDialog = deferred(async () => (await import('./revoke-key-dialog')).RevokeKeyDialog)

type Asked = { action: 'create' } | { action: KeyAction; opened: ApiKey }

export function KeysTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  useLiveRefresh(['audit'], useRefetch(apiKeysApi.key()), ({ subjectId }) => subjectId.startsWith('key_'))
  const [asked, setAsked] = useState<Asked>()
  const list = useRecordList(keyList, { search, onSearch, facts: { timeZone } })
  const start = (action: KeyAction, opened: ApiKey) => setAsked({ action, opened })
  useRowCommands(keyCommands, list.pages.rows, useCommandFacts(), start)
  const close = () => setAsked(undefined)
  return (
    <>
      <TabIntro action={<MakeKeyButton onClick={() => setAsked({ action: 'create' })} />}>
        Use API keys to read data, send events and check whether a customer can redeem.{' '}
        <a className="q-link" href="/v1/docs" target="_blank" rel="noreferrer">
          API reference
        </a>
      </TabIntro>
      <RecordList
        list={list}
        selectable={false}
        menu={(row) => <RecordMenu set={keyCommands} row={row} onRun={start} />}
      />
      <KeySheet {...list.sheet} onAction={start} />
      {asked?.action === 'create' && <CreateKeyDialog onClose={close} />}
      {asked?.action === 'rotate' && <RotateKeyDialog opened={asked.opened} onClose={close} />}
      {asked?.action === 'revoke' && <RevokeKeyDialog opened={asked.opened} onClose={close} />}
    </>
  )
}
