import { deferred } from '@quaff/platform/console/controls/deferred'
import type { MerchantRecord } from '../contract'
import type { MerchantSheetParts } from './sheet-parts-widget'
import type { useSheetDialogs } from './use-sheet-dialogs'

const EditMerchantDialog = deferred(async () => (await import('./edit-merchant-dialog')).EditMerchantDialog)
const MerchantActionDialog = deferred(
  async () => (await import('../lifecycle/console/merchant-action-dialog')).MerchantActionDialog,
)

interface SheetDialogsProps {
  dialogs: ReturnType<typeof useSheetDialogs>
  merchant: MerchantRecord
  parts: Pick<MerchantSheetParts, 'TransferDialog'>
}

export function SheetDialogs({ dialogs, merchant, parts: { TransferDialog } }: SheetDialogsProps) {
  const { current, close, finish } = dialogs
  if (current === undefined) return null
  if (current === 'edit') {
    return <EditMerchantDialog merchant={merchant} onClose={close} />
  }
  if (current === 'transfer') {
    return <TransferDialog merchantId={merchant.id} merchantName={merchant.name} opened onClose={close} />
  }
  return <MerchantActionDialog action={current} merchant={merchant} onClose={close} onDone={finish} />
}
