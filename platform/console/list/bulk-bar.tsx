import { IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, PermissionButton } from '../controls/button'
import { formatCount } from '../display/formats'
import { useShortcuts } from '../frame/shortcuts'
import type { RecordListState } from './use-record-list'
import classes from './bulk-bar.module.css'

interface BulkBarProps {
  count: number
  /** Replaces "12 selected". */
  summary?: string
  /** Selects all matching rows. */
  more?: { label: string; loading: boolean; onSelect: () => void }
  onClear: () => void
  children: ReactNode
}

export function BulkBar({ count, summary, more, onClear, children }: BulkBarProps) {
  const text = summary ?? `${formatCount(count)} selected`
  useShortcuts(count > 0 ? [{ keys: 'escape', label: 'Clear the selection', section: 'List', run: onClear }] : [])
  return (
    <div className={classes.dock} role="region" aria-label="Selection">
      <span className="q-hidden" role="status">
        {count > 0 ? text : ''}
      </span>
      {count > 0 && (
        <div className={classes.bar}>
          <span className="q-strong q-num">{text}</span>
          {more && (
            <Button variant="quiet" loading={more.loading} onClick={more.onSelect}>
              {more.label}
            </Button>
          )}
          {children}
          <Button variant="quiet" icon={IconX} onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}

interface ExportSelectedProps {
  list: Pick<RecordListState<unknown>, 'exporting'>
  /** Why this person may not. */
  disabledReason?: string | undefined
}

export function ExportSelected({ list: { exporting }, disabledReason }: ExportSelectedProps) {
  if (!exporting) return null
  return (
    <PermissionButton
      icon={IconDownload}
      loading={exporting.isPending}
      disabledReason={disabledReason ?? exporting.tooMany}
      onClick={() => exporting.selected('csv')}
    >
      Export CSV
    </PermissionButton>
  )
}
