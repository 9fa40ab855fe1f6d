import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../controls/button'
import { FormulaPopover } from '../metrics/formula-popover'
import { Panel } from '../panel'
import { SkeletonText } from '../skeleton'
import { MeasuredFacts } from './measured-facts'
import type { Measured, MeasuredQuery } from './measured-words'
import classes from './measured-panel.module.css'

interface MeasuredPanelProps<T extends Measured> {
  title: string
  formula: string
  /** "Heavy users could not be loaded" */
  error: string
  query: MeasuredQuery<T>
  /** Beside the title. */
  actions?: ReactNode
  onSave?: (data: T) => void | Promise<void>
  saving?: boolean
  /** Why there is nothing to show; undefined where there is. */
  empty: (data: T) => ReactNode
  footer?: (data: T) => ReactNode
  children: (data: T) => ReactNode
  /** The same figures to read; gets a switch beside the title. */
  table?: (data: T) => ReactNode
  skeletonLines?: number
  flush?: boolean
}

/** One figure with its formula, window, zone and age. It loads and fails alone. */
export function MeasuredPanel<T extends Measured>(props: MeasuredPanelProps<T>) {
  const { title, query, table, onSave, footer, children, flush } = props
  const [asTable, setAsTable] = useState(false)
  const { data } = query
  const emptyState = data && props.empty(data)
  return (
    <Panel
      title={title}
      titleExtra={<FormulaPopover label={title} formula={props.formula} />}
      actions={
        <>
          {props.actions}
          {data && table && !emptyState && (
            <Button
              size="sm"
              variant="quiet"
              icon={asTable ? IconChartBar : IconTable}
              iconOnPhone
              aria-pressed={asTable}
              aria-label={`Show ${title} as a table`}
              onClick={() => setAsTable(!asTable)}
            >
              Table
            </Button>
          )}
          {data && onSave && !emptyState && (
            <Button
              size="sm"
              variant="quiet"
              icon={IconDownload}
              iconOnPhone
              loading={props.saving}
              aria-label={`Save ${title} as CSV`}
              onClick={() => void onSave(data)}
            >
              CSV
            </Button>
          )}
        </>
      }
      loading={query.isPending}
      skeleton={
        <div className={flush ? classes.loading : undefined}>
          <SkeletonText lines={props.skeletonLines ?? 6} />
        </div>
      }
      error={!data && query.isError ? props.error : undefined}
      onRetry={() => void query.refetch()}
      flush={flush}
      footer={data && <MeasuredFacts data={data} query={query} extra={emptyState ? undefined : footer?.(data)} />}
    >
      {data &&
        (emptyState || (
          <div data-old={query.isPlaceholderData || undefined} className={classes.content}>
            {asTable && table ? table(data) : children(data)}
          </div>
        ))}
    </Panel>
  )
}
