import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { MerchantRecord } from '../contract'
import { reasonedWords } from '../lifecycle/console/action-words'
import type { MerchantAction, SheetDialog } from './merchant-commands-widget'
import { merchantsApi } from './merchant-queries'
import { resultText } from './merchant-state-text'

const titles = {
  approve: 'Merchant approved',
  requestChanges: 'Changes requested',
  delete: 'Merchant deleted',
  decline: reasonedWords.decline.done,
  suspend: reasonedWords.suspend.done,
  archive: reasonedWords.archive.done,
  restore: reasonedWords.restore.done,
} as const satisfies Record<MerchantAction, string>

/** Which dialog stands over the open merchant. Who acted stays on it: only the review desk goes on by itself. */
export function useSheetDialogs({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<{ id: string; dialog: SheetDialog }>()

  const finish = (action: MerchantAction, merchant: MerchantRecord | undefined) => {
    setOpened(undefined)
    if (!merchant) {
      notifySuccess(titles[action])
      onClose()
      return
    }
    client.setQueryData(merchantsApi.get.queryKey({ input: { merchantId: merchant.id } }), merchant)
    notifySuccess(titles[action], resultText(merchant))
  }
  return {
    // A dialog belongs to the merchant it was opened for: going to the next one closes it.
    current: opened?.id === id ? opened.dialog : undefined,
    open: (dialog: SheetDialog) => setOpened({ id, dialog }),
    close: () => setOpened(undefined),
    finish,
  }
}
