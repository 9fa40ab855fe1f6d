import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { FiguresTable } from '@quaff/platform/console/display/figures/figures-table'
import { Panel } from '@quaff/platform/console/display/panel'
import { sourceLimits } from '../contract'
import { refusalColumns, sourceColumns } from './source-columns'
import { sourcesApi } from './sources-queries'
import classes from './sources.module.css'

/** What was last heard of each system that sends us something, and what of it was not taken. */
export function Sources() {
  const timeZone = useTimeZone()
  const now = useNow()
  const query = useQuery(sourcesApi.list.queryOptions({ input: undefined, refetchInterval: sourceLimits.refetchMs }))
  const sources = query.data?.sources ?? []
  const refusals = sources.flatMap((source) => source.refusals.map((refusal) => ({ ...refusal, source })))
  return (
    <Panel title="Sources" flush={sources.length > 0} query={query} what="sources">
      {sources.length === 0 && (
        <p className="q-secondary">No events yet. Systems that send events with an API key appear here.</p>
      )}
      {sources.length > 0 && (
        <FiguresTable
          caption="Last event by source"
          columns={sourceColumns(timeZone, now)}
          rows={sources}
          rowId={({ sourceId, kind }) => `${sourceId}:${kind}`}
        />
      )}
      {refusals.length > 0 && (
        <div className={classes.refusals}>
          <h3 className={classes.heading}>Refused in the last 7 days</h3>
          <FiguresTable
            caption="Refused in the last 7 days"
            columns={refusalColumns(timeZone)}
            rows={refusals}
            rowId={({ source, code }) => `${source.sourceId}:${source.kind}:${code}`}
          />
        </div>
      )}
    </Panel>
  )
}
