import { IconCopy, IconTransferIn } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import classes from './imports.module.css'

const command = 'npm run import -- old-system/'

/** Two sentences, the command, and the upload. */
export function FirstImport({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={IconTransferIn}
      title="No imports yet"
      text={
        <span className={classes.words}>
          Upload an export from your old system, or run the command on a folder. Nothing is saved until you apply it.
          Guide: <code>docs/moving-in.md</code>
        </span>
      }
      action={
        <div className={classes.first}>
          <code className={classes.command}>{command}</code>
          <div className={classes.buttons}>
            <Button icon={IconCopy} onClick={() => void copyText(command, 'Command')}>
              Copy command
            </Button>
            {action}
          </div>
        </div>
      }
    />
  )
}
