import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OnSettingsSearch, SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { isAbsent, MissingState, ReadingState } from '@quaff/platform/console/list/list-states'
import { FiguresPanel } from './figures-panel'
import { FoundPanel } from './found-panel'
import { importsApi } from './imports-queries'
import { KindsPanel } from './kinds-panel'
import { ProblemsSection } from './problems-section'
import { RunPanel } from './run-panel'
import classes from './imports.module.css'

interface RunViewProps {
  runId: string
  search: SettingsSearch
  onSearch: OnSettingsSearch
}

/** One import: where it stands, what was found, what became of it, and what is wrong. */
export function RunView({ runId, search, onSearch }: RunViewProps) {
  const asked = useQuery(importsApi.get.queryOptions({ input: { runId }, staleTime: 0 }))
  const back = () =>
    onSearch({ run: undefined, level: undefined, collection: undefined, fault: undefined, page: undefined })
  const isGone = isAbsent(asked)
  const run = isGone ? undefined : asked.data
  return (
    <>
      <div className={classes.back}>
        <Button variant="quiet" size="sm" icon={IconArrowLeft} onClick={back}>
          All imports
        </Button>
      </div>
      {isGone && <MissingState noun="import" />}
      {!run && !isGone && <ReadingState query={asked} lines={8} what="this import" />}
      {run && (
        <>
          <RunPanel run={run} />
          <FoundPanel run={run} />
          <FiguresPanel comparison={run.comparison} />
          <KindsPanel run={run} />
          <ProblemsSection run={run} search={search} onSearch={onSearch} />
        </>
      )}
    </>
  )
}
