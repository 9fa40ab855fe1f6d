import { IconChartBar, IconDots, IconDownload, IconTable } from '@tabler/icons-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { dayKeyIn } from '../../shared/calendar'
import { csvText, type FigureCell } from '../../shared/csv'
import { ActionMenu } from '../controls/action-menu'
import { IconButton } from '../controls/button'
import { notifySuccess } from '../frame/notify'
import { saveTextFile } from '../save-file'
import { usePreferences, preferences } from '../theme/use-preferences'
import {
  FormulaPopover,
  freshnessText,
  type Measured,
  MeasuredDetails,
  type MeasuredQuery,
  windowText,
} from './measured-labels'
import { Panel, Skeleton } from './panel'
import classes from './measured-panel.module.css'

interface MeasuredPanelProps<T extends Measured> {
  title: string
  formula: string
  /** Says which days these figures are of: they are not those that the page names. */
  isOwnTime?: boolean
  /** Used in the error sentence: "heavy users". */
  what: string
  query: MeasuredQuery<T>
  actions?: ReactNode
  onSave?: (data: T) => void | Promise<void>
  saving?: boolean
  /** Why there is nothing to show; undefined where there is. */
  empty: (data: T) => ReactNode
  footer?: (data: T) => ReactNode
  children: (data: T) => ReactNode
  /** The same figures to read; its switch is in the menu. */
  table?: (data: T) => ReactNode
  /** Reserved height in pixels, so that content below does not move; `phoneHeight` replaces it on phones. */
  height?: number
  phoneHeight?: number
  flush?: boolean
}

/** A metric with its formula, window, zone and age. It loads and fails independently of the others. */
export function MeasuredPanel<T extends Measured>(props: MeasuredPanelProps<T>) {
  const { title, query, table, onSave, footer, children, flush, height = 240, isOwnTime = false } = props
  const { hourCycle } = usePreferences()
  const [asTable, setAsTable] = useState(false)
  const { data } = query
  const emptyState = data && props.empty(data)
  const room = { '--room': `${height}px`, '--room-phone': `${props.phoneHeight ?? height}px` } as CSSProperties
  return (
    <Panel
      title={title}
      titleExtra={
        <>
          <FormulaPopover label={title} formula={data ? `${props.formula} ${windowText(data)}.` : props.formula} />
          {data && <span className="q-caption q-num q-nowrap">{freshnessText(data, hourCycle)}</span>}
        </>
      }
      actions={
        <>
          {props.actions}
          {data && !emptyState && (table || onSave) && (
            <ActionMenu
              label={`More for ${title}`}
              target={
                <IconButton size="sm" icon={IconDots} label={`More for ${title}`} loading={props.saving ?? false} />
              }
              items={[
                ...(table
                  ? [
                      {
                        id: 'table',
                        label: asTable ? 'Show as chart' : 'Show as table',
                        icon: asTable ? IconChartBar : IconTable,
                        onSelect: () => setAsTable(!asTable),
                      },
                    ]
                  : []),
                ...(onSave
                  ? [{ id: 'save', label: 'Save as CSV', icon: IconDownload, onSelect: () => void onSave(data) }]
                  : []),
              ]}
            />
          )}
        </>
      }
      query={query}
      skeleton={
        <div role="status" className={flush ? classes.loading : undefined}>
          <span className="q-hidden">Loading…</span>
          <div className={classes.waiting} style={room}>
            <Skeleton shape="block" height="auto" />
          </div>
        </div>
      }
      what={props.what}
      flush={flush}
      footer={
        ((footer && !emptyState) || isOwnTime || query.isRefetchError) && (
          <MeasuredDetails query={query} text={isOwnTime && data ? windowText(data) : undefined}>
            {data && !emptyState && footer?.(data)}
          </MeasuredDetails>
        )
      }
    >
      {data &&
        (emptyState ? (
          <div className={classes.content} style={room}>
            {emptyState}
          </div>
        ) : (
          <div data-old={query.isPlaceholderData || undefined} className={classes.content} style={room}>
            {asTable && table ? table(data) : children(data)}
          </div>
        ))}
    </Panel>
  )
}

type Row = readonly FigureCell[]

const offeredMs = 15_000

/**
 * Saves one table as CSV, with the date of its data in the name, and offers the notes (period, zone, formula) as a
 * second file. `notes` are additional lines.
 */
export function saveMeasured(
  name: string,
  head: Row,
  rows: readonly Row[],
  measured: Measured,
  notes: readonly string[] = [],
): void {
  const { window, timeZone, measuredAt } = measured
  const stem = `${name}-${dayKeyIn(timeZone, measuredAt)}`
  saveTextFile(`${stem}.csv`, csvText([head, ...rows], preferences.get().csvDialect))
  const details = [
    `File: ${stem}.csv`,
    `From: ${window.from.toISOString()}`,
    `To: ${window.to.toISOString()}`,
    `Time zone: ${timeZone}`,
    `Read at: ${measuredAt.toISOString()}`,
    ...notes,
  ]
  notifySuccess(`Saved ${stem}.csv`, windowText({ window, timeZone }), {
    label: 'Save notes',
    run: () => saveTextFile(`${stem}-notes.txt`, `${details.join('\r\n')}\r\n`, 'text/plain;charset=utf-8'),
    forMs: offeredMs,
  })
}

/** Rounds for spreadsheets. */
export const twoDecimals = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
