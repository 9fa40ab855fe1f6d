import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button'
import { useShortcuts } from '../frame/shortcuts'
import classes from './bulk-bar.module.css'

interface BulkBarProps {
  count: number
  onClear: () => void
  /** Buttons for what can be done with the selection. */
  children: ReactNode
}

export function BulkBar({ count, onClear, children }: BulkBarProps) {
  useShortcuts(count > 0 ? [{ keys: 'escape', label: 'Clear the selection', section: 'List', run: onClear }] : [])
  return (
    <div className={classes.dock} role="region" aria-label="Selection">
      <span className="q-hidden" role="status">
        {count > 0 ? `${count} selected` : ''}
      </span>
      {count > 0 && (
        <div className={classes.bar}>
          <span className="q-strong q-num">{count} selected</span>
          {children}
          <Button variant="quiet" icon={IconX} onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}
