import { lazy, Suspense } from 'react'
import type { MerchantRecord } from '../../contract'
import type { MerchantSheetParts } from './sheet-parts-widget'
import type { useSheetDialogs } from './use-sheet-dialogs'

const EditMerchantDialog = lazy(async () => ({
  default: (await import('../forms/edit-merchant-dialog')).EditMerchantDialog,
}))
const MerchantActionDialog = lazy(async () => ({
  default: (await import('../actions/merchant-action-dialog')).MerchantActionDialog,
}))

interface SheetDialogsProps {
  dialogs: ReturnType<typeof useSheetDialogs>
  merchant: MerchantRecord
  parts: Pick<MerchantSheetParts, 'TransferDialog'>
}

export function SheetDialogs({ dialogs, merchant, parts: { TransferDialog } }: SheetDialogsProps) {
  const { current, close, finish } = dialogs
  if (current === undefined) return null
  if (current === 'edit') {
    return (
      <Suspense fallback={null}>
        <EditMerchantDialog merchant={merchant} onClose={close} />
      </Suspense>
    )
  }
  if (current === 'transfer') {
    return (
      <Suspense fallback={null}>
        <TransferDialog merchantId={merchant.id} merchantName={merchant.name} opened onClose={close} />
      </Suspense>
    )
  }
  return (
    <Suspense fallback={null}>
      <MerchantActionDialog action={current} merchant={merchant} onClose={close} onDone={finish} />
    </Suspense>
  )
}
