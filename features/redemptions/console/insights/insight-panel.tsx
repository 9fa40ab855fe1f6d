import type { UseQueryResult } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Measured } from '../../insights/contract'
import { freshnessText, windowText } from './insight-words'
import classes from './insights.module.css'
import { Button } from '@quaff/platform/console/controls/button'
import { FormulaPopover } from '@quaff/platform/console/display/metrics/formula-popover'
import { Panel } from '@quaff/platform/console/display/panel'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { usePreferences } from '@quaff/platform/console/theme/use-preferences'

interface InsightPanelProps<T extends Measured> {
  title: string
  formula: string
  /** "Heavy users could not be loaded" */
  error: string
  query: UseQueryResult<T>
  /** Beside the title. */
  actions?: ReactNode
  onSave?: (data: T) => void | Promise<void>
  saving?: boolean
  /** Why there is nothing to show; undefined where there is. */
  empty: (data: T) => ReactNode
  footer?: (data: T) => ReactNode
  children: (data: T) => ReactNode
  skeletonLines?: number
  flush?: boolean
}

/** One figure with its formula, window, zone and age. It loads and fails alone. */
export function InsightPanel<T extends Measured>(props: InsightPanelProps<T>) {
  const { title, formula, error, query, actions, onSave, saving, empty, footer, children, skeletonLines = 6 } = props
  const { data } = query
  const emptyState = data && empty(data)
  return (
    <Panel
      title={title}
      titleExtra={<FormulaPopover label={title} formula={formula} />}
      actions={
        <>
          {actions}
          {data && onSave && !emptyState && (
            <Button
              size="sm"
              variant="quiet"
              icon={IconDownload}
              iconOnPhone
              loading={saving}
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
        <div className={props.flush ? classes.loading : undefined}>
          <SkeletonText lines={skeletonLines} />
        </div>
      }
      error={!data && query.isError ? error : undefined}
      onRetry={() => void query.refetch()}
      flush={props.flush}
      footer={data && <Facts data={data} query={query} extra={emptyState ? undefined : footer?.(data)} />}
    >
      {data &&
        (emptyState || (
          <div data-old={query.isPlaceholderData || undefined} className={classes.content}>
            {children(data)}
          </div>
        ))}
    </Panel>
  )
}

type FactsProps = { data: Measured; query: UseQueryResult<Measured>; extra: ReactNode }

function Facts({ data, query, extra }: FactsProps) {
  const { hourCycle } = usePreferences()
  return (
    <div className={classes.facts}>
      <span className="q-caption q-num">
        {windowText(data)}, {freshnessText(data, hourCycle)}
      </span>
      {extra}
      {query.isRefetchError && (
        <span className="q-row" role="status">
          <span className="q-tag" data-tone="warn">
            Could not be refreshed
          </span>
          <Button size="sm" variant="quiet" loading={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </span>
      )}
    </div>
  )
}
