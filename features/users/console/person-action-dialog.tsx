import { ApproveDialog } from './approve-dialog'
import { ChangeRoleDialog } from './change-role-dialog'
import { ConfirmDialog } from './confirm-dialog'
import { CorrectEmailDialog } from './correct-email-dialog'
import { DeleteDialog } from './delete-dialog'
import { ReasonDialog } from './reason-dialog'
import type { PersonDialogProps } from './use-person-verb'
import type { PersonAction } from './user-commands-widget'

export type DialogAction = Exclude<PersonAction, 'resendInvitation' | 'reactivate'>

export function PersonActionDialog({ action, ...props }: PersonDialogProps & { action: DialogAction }) {
  switch (action) {
    case 'updateRole':
      return <ChangeRoleDialog {...props} />
    case 'approve':
      return <ApproveDialog {...props} />
    case 'correctEmail':
      return <CorrectEmailDialog {...props} />
    case 'delete':
      return <DeleteDialog {...props} />
    case 'reject':
    case 'suspend':
      return <ReasonDialog action={action} {...props} />
    case 'cancelInvitation':
    case 'sendPasswordReset':
    case 'removeFromMerchant':
      return <ConfirmDialog action={action} {...props} />
  }
}
