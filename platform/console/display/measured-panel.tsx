import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { Button } from '../controls/button'
import { usePreferences } from '../theme/use-preferences'
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
  /** The same figures to read; gets a switch beside the title. */
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
  // They keep their space in the layout while there is nothing to show or save.
  const hidden = data ? undefined : ({ visibility: 'hidden' } as const)
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
          {table && !emptyState && (
            <Button
              size="sm"
              variant="quiet"
              icon={asTable ? IconChartBar : IconTable}
              iconOnPhone
              style={hidden}
              aria-pressed={asTable}
              aria-label={`Show ${title} as a table`}
              onClick={() => setAsTable(!asTable)}
            >
              Table
            </Button>
          )}
          {onSave && !emptyState && (
            <Button
              size="sm"
              variant="quiet"
              icon={IconDownload}
              iconOnPhone
              loading={props.saving}
              style={hidden}
              aria-label={`Save ${title} as CSV`}
              onClick={() => data && void onSave(data)}
            >
              CSV
            </Button>
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
        (footer || isOwnTime || query.isRefetchError) && (
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
