import { IconDots } from '@tabler/icons-react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandFacts } from '@quaff/features/sessions/console/session-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import type { MerchantRecord } from '../contract'
import { merchantCommands, type MerchantCommand, type SheetDialog } from './merchant-commands-widget'
import { useMerchantStart } from './use-merchant-start'
import classes from './merchant-sheet.module.css'

interface MerchantSheetToolbarProps {
  merchant: MerchantRecord
  onDialog: (dialog: SheetDialog) => void
}

const buttons: readonly MerchantCommand[] = ['approve', 'requestChanges', 'edit']

export function MerchantSheetToolbar({ merchant, onDialog }: MerchantSheetToolbarProps) {
  const facts = useCommandFacts()
  const start = useMerchantStart(onDialog)
  useRecordCommands(merchantCommands, merchant, facts, start)
  const offered = offeredOf(merchantCommands, merchant, facts).filter(({ name }) => buttons.includes(name))
  return (
    <div className={classes.actions}>
      {offered.map(({ name, label, icon, keys, because }) => (
        <PermissionButton
          key={name}
          variant={name === 'approve' && because === undefined ? 'primary' : 'default'}
          icon={icon}
          shortcut={keys?.toUpperCase()}
          disabledReason={because}
          onClick={() => start(name, merchant)}
        >
          {label}
        </PermissionButton>
      ))}
      <RecordMenu
        set={merchantCommands}
        row={merchant}
        onRun={start}
        without={buttons}
        target={<IconButton icon={IconDots} label={`More actions for ${merchant.name}`} variant="default" />}
      />
    </div>
  )
}
