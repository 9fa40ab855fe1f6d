import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import type { OnSettingsSearch, SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { importList } from './import-list'
import { importsApi } from './imports-queries'
import { RunView } from './run-view'
import { UploadDialog } from './upload-dialog'

type ImportsTabProps = { search: SettingsSearch; onSearch: OnSettingsSearch }

/** Shows all imports, or the one in the URL. Both refresh when an import changes. */
export function ImportsTab({ search, onSearch }: ImportsTabProps) {
  useLiveRefresh(['import'], useRefetch(importsApi.key()))
  const { run } = search
  if (run !== undefined) return <RunView key={run} runId={run} search={search} onSearch={onSearch} />
  return <AllImports search={search} onSearch={onSearch} />
}

function AllImports({ search, onSearch }: ImportsTabProps) {
  const timeZone = useTimeZone()
  const [uploading, setUploading] = useState(false)
  const open = (run: string) => onSearch({ run, page: undefined })
  const list = useRecordList(importList, { search, onSearch, facts: { timeZone } })
  const upload = (
    <Button variant="primary" icon={IconUpload} onClick={() => setUploading(true)}>
      Upload a file
    </Button>
  )
  const isEmpty = list.pages.rows.length === 0
  return (
    <>
      <RecordList list={{ ...list, open }} selectable={false} actions={!isEmpty && upload} emptyAction={upload} />
      {uploading && <UploadDialog onUploaded={open} onClose={() => setUploading(false)} />}
    </>
  )
}
