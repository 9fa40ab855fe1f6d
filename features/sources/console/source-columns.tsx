import { IconAlertTriangle, IconCircleCheck, IconClock, IconMoon } from '@tabler/icons-react'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import type { FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import type { Source, SourceRefusal } from '../contract'
import { lagText, refusalText, sourceKindNames, sourceState, type SourceState } from '../rules'
import classes from './sources.module.css'

const looks: Record<SourceState, Look> = {
  receiving: { label: 'Receiving', tone: 'ok', icon: IconCircleCheck },
  refusing: { label: 'Some refused', tone: 'warn', icon: IconAlertTriangle },
  late: { label: 'Late', tone: 'warn', icon: IconClock },
  quiet: { label: 'Quiet', tone: 'neutral', icon: IconMoon },
}

function SourceName({ source: { name, kind } }: { source: Pick<Source, 'name' | 'kind'> }) {
  return (
    <span className={classes.name}>
      {name}
      <span className="q-caption">{sourceKindNames[kind]}</span>
    </span>
  )
}

export const sourceColumns = (timeZone: string, now: Date): FigureColumn<Source>[] => [
  { id: 'source', header: 'Source', isTitle: true, cell: (source) => <SourceName source={source} /> },
  { id: 'state', header: 'State', cell: (source) => <LookPill look={looks[sourceState(source, now)]} /> },
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

export type RefusalRow = SourceRefusal & { source: Source }

export const refusalColumns = (timeZone: string): FigureColumn<RefusalRow>[] => [
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
