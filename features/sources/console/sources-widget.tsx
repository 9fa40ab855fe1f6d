import { IconAlertTriangle, IconCircleCheck, IconClock, IconMoon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { type FigureColumn, FiguresTable } from '@quaff/platform/console/display/figures-table'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { Panel, type StatusMeta, MetaPill } from '@quaff/platform/console/display/panel'
import { createApi } from '@quaff/platform/console/rpc'
import { isolated } from '@quaff/platform/shared/readable-text'
import { type Source, sourceLimits, type SourceRefusal, type sourcesContract } from '../contract'
import { lagText, refusalText, sourceKindNames, sourceState, type SourceState } from '../rules'
import classes from './sources.module.css'

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

const sourcesApi = createApi<typeof sourcesContract>('sources')

const statusMeta: Record<SourceState, StatusMeta> = {
  receiving: { label: 'Receiving', tone: 'ok', icon: IconCircleCheck },
  refusing: { label: 'Some refused', tone: 'warn', icon: IconAlertTriangle },
  late: { label: 'Late', tone: 'warn', icon: IconClock },
  quiet: { label: 'Quiet', tone: 'neutral', icon: IconMoon },
}

function SourceName({ source: { name, kind } }: { source: Pick<Source, 'name' | 'kind'> }) {
  return (
    <span className={classes.name}>
      {isolated(name)}
      <span className="q-caption">{sourceKindNames[kind]}</span>
    </span>
  )
}

const sourceColumns = (timeZone: string, now: Date): FigureColumn<Source>[] => [
  { id: 'source', header: 'Source', isTitle: true, cell: (source) => <SourceName source={source} /> },
  { id: 'state', header: 'State', cell: (source) => <MetaPill meta={statusMeta[sourceState(source, now)]} /> },
  {
    id: 'received',
    header: 'Last received',
    cell: ({ receivedAt }) => <RelativeTime value={receivedAt} timeZone={timeZone} />,
  },
  {
    id: 'event',
    header: 'Latest event',
    cell: ({ eventAt }) => eventAt && <RelativeTime value={eventAt} timeZone={timeZone} />,
  },
  { id: 'lag', header: 'Delay', align: 'right', cell: ({ lagMs }) => (lagMs === null ? null : lagText(lagMs)) },
]

type RefusalRow = SourceRefusal & { source: Source }

const refusalColumns = (timeZone: string): FigureColumn<RefusalRow>[] => [
  {
    id: 'reason',
    header: 'Reason',
    isTitle: true,
    cell: ({ code, field }) => (
      <span className={classes.name}>
        {refusalText(code)}
        <span className="q-caption">{field ? `${code}, ${field}` : code}</span>
      </span>
    ),
  },
  { id: 'source', header: 'Source', cell: ({ source }) => <SourceName source={source} /> },
  { id: 'example', header: 'Example', cell: ({ eventId }) => eventId && <code className={classes.id}>{eventId}</code> },
  { id: 'at', header: 'Last seen', cell: ({ refusedAt }) => <RelativeTime value={refusedAt} timeZone={timeZone} /> },
  { id: 'count', header: 'Count', align: 'right', cell: ({ count }) => count.toLocaleString('en-US') },
]
