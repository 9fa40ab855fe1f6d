import { IconCheck, IconMessage2, IconPencil } from '@tabler/icons-react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import type { Shortcut } from '@quaff/platform/console/frame/keyboard/shortcut-keys'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { MerchantRecord } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { stateReason } from '../actions/possible-actions'
import { MerchantMoreMenu } from './merchant-more-menu'
import type { SheetDialog } from './use-sheet-dialogs'
import classes from './merchant-sheet.module.css'

interface MerchantSheetToolbarProps {
  merchant: MerchantRecord
  onDialog: (dialog: SheetDialog) => void
}

export function MerchantSheetToolbar({ merchant, onDialog }: MerchantSheetToolbarProps) {
  const approve = useCan(merchantPermissions, 'merchant.approve').reason ?? stateReason('approve', merchant)
  const request =
    useCan(merchantPermissions, 'merchant.requestChanges').reason ?? stateReason('requestChanges', merchant)
  const edit = useCan(merchantPermissions, 'merchant.update').reason ?? undefined
  const keys = (reason: string | undefined, shortcut: Shortcut) => (reason === undefined ? [shortcut] : [])
  useShortcuts(
    [
      ...keys(approve, { keys: 'a', label: 'Approve', section: 'Record', run: () => onDialog('approve') }),
      ...keys(edit, { keys: 'e', label: 'Edit', section: 'Record', run: () => onDialog('edit') }),
    ],
    'overlay',
  )
  return (
    <div className={classes.actions}>
      <PermissionButton
        variant={approve === undefined ? 'primary' : 'default'}
        icon={IconCheck}
        shortcut="A"
        disabledReason={approve}
        onClick={() => onDialog('approve')}
      >
        Approve
      </PermissionButton>
      <PermissionButton icon={IconMessage2} disabledReason={request} onClick={() => onDialog('requestChanges')}>
        Request changes
      </PermissionButton>
      <PermissionButton icon={IconPencil} shortcut="E" disabledReason={edit} onClick={() => onDialog('edit')}>
        Edit
      </PermissionButton>
      <MerchantMoreMenu merchant={merchant} onDialog={onDialog} />
    </div>
  )
}
