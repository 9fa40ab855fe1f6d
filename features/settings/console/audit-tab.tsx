import { useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { auditList } from './audit-list'
import { AuditSheet } from './audit-sheet'
import { ChainPanel } from './chain-panel'
import { settingsApi } from './settings-queries'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'

export function AuditTab({ search, onSearch }: { search: SettingsSearch; onSearch: OnSettingsSearch }) {
  const timeZone = useTimeZone()
  const list = useRecordList(auditList, { search, onSearch, facts: { timeZone } })
  useFollowedLog()
  return (
    <>
      <ChainPanel />
      <RecordList list={list} selectable={false} />
      <AuditSheet {...list.sheet} timeZone={timeZone} />
    </>
  )
}

function useFollowedLog() {
  const client = useQueryClient()
  useLiveRefresh(['audit'], () => client.invalidateQueries({ queryKey: settingsApi.auditLog.key() }))
}
