import { IconCopy, IconTransferIn } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import classes from '../imports.module.css'

const command = 'npm run import -- old-system/'

/** Two sentences, the command, and the upload. */
export function FirstImport({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={IconTransferIn}
      title="Nothing has come over yet"
      text={
        <span className={classes.words}>
          Put the export of the old system into a folder and check it with the command, or upload a single file: a check
          writes nothing. <code>docs/moving-in.md</code> leads from there to the first payout.
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
