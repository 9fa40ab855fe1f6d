import type { MerchantAction } from '../../console/merchant-commands-widget'
import { ApproveDialog } from './approve-dialog'
import { DeleteDialog } from './delete-dialog'
import { ReasonDialog } from './reason-dialog'
import { RequestChangesDialog } from './request-changes-dialog'
import type { ActionDialogProps } from './use-merchant-verb'

export function MerchantActionDialog({ action, ...props }: ActionDialogProps & { action: MerchantAction }) {
  if (action === 'approve') return <ApproveDialog {...props} />
  if (action === 'requestChanges') return <RequestChangesDialog {...props} />
  if (action === 'delete') return <DeleteDialog {...props} />
  return <ReasonDialog action={action} {...props} />
}
