import { IconDownload } from '@tabler/icons-react'
import type { OnSettingsSearch, SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { downloadFile } from '@quaff/platform/console/rpc'
import type { ImportDetails } from '../contract'
import { problemList } from './problem-list'

interface ProblemsSectionProps {
  run: ImportDetails
  search: SettingsSearch
  onSearch: OnSettingsSearch
}

export function ProblemsSection({ run, search, onSearch }: ProblemsSectionProps) {
  if (run.problems.length > 0) return <Problems run={run} search={search} onSearch={onSearch} />
  if (run.state === 'reading') return null
  return (
    <Notice tone="ok" title="No problems">
      All documents can be imported unchanged.
    </Notice>
  )
}

function Problems({ run, search, onSearch }: ProblemsSectionProps) {
  const list = useRecordList(problemList, { search, onSearch, facts: { runId: run.id, groups: run.problems } })
  const counts: Record<string, number> = {}
  for (const { level, count } of run.problems) counts[level] = (counts[level] ?? 0) + count
  const download = () =>
    downloadFile({ path: '/api/files/import-report', body: { runId: run.id, format: 'csv' } }).catch((error: unknown) =>
      notifyError('Couldn’t download the problems', error instanceof Error ? error.message : undefined),
    )
  return (
    <section className="q-stack" aria-labelledby="import-problems">
      <h2 className="q-h2" id="import-problems">
        Problems
      </h2>
      <RecordList
        // A row says all there is; what it became here has a link of its own.
        list={{ ...list, open: () => {} }}
        counts={counts}
        selectable={false}
        actions={
          <Button size="sm" icon={IconDownload} iconOnPhone onClick={() => void download()}>
            Download all
          </Button>
        }
      />
    </section>
  )
}
