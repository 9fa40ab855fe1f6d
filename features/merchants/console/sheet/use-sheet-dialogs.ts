import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MerchantRecord } from '../../contract'
import type { MerchantAction } from '../actions/possible-actions'
import { reasonedWords } from '../actions/action-words'
import { merchantsApi } from '../merchant-queries'
import { resultText } from '../status/merchant-state-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'

export type SheetDialog = MerchantAction | 'edit' | 'transfer'

interface SheetDialogOptions {
  id: string
  onOpen: (id: string) => void
  onClose: () => void
}

const titles = {
  approve: 'Merchant approved',
  requestChanges: 'Changes requested',
  delete: 'Merchant deleted',
  decline: reasonedWords.decline.done,
  suspend: reasonedWords.suspend.done,
  archive: reasonedWords.archive.done,
  restore: reasonedWords.restore.done,
} as const satisfies Record<MerchantAction, string>

const answersReview: readonly MerchantAction[] = ['approve', 'requestChanges', 'decline']

/** Which dialog stands over the open merchant, and what follows when the server has done it. */
export function useSheetDialogs({ id, onOpen, onClose }: SheetDialogOptions) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<{ id: string; dialog: SheetDialog }>()

  /** The next one that waits for review; the work goes on by itself (screens, "Merchant detail"). */
  const findNext = async () => {
    const queue = await client
      .fetchQuery({ ...merchantsApi.reviewQueue.queryOptions({ input: { limit: 2 } }), staleTime: 0 })
      .catch(() => undefined)
    return queue?.items.find((item) => item.id !== id)
  }
  const finish = async (action: MerchantAction, merchant: MerchantRecord | undefined) => {
    setOpened(undefined)
    if (!merchant) {
      notifySuccess(titles[action])
      onClose()
      return
    }
    client.setQueryData(merchantsApi.get.queryKey({ input: { merchantId: merchant.id } }), merchant)
    const next = answersReview.includes(action) ? await findNext() : undefined
    const then = next ? ` Next in review: ${next.name}.` : ''
    notifySuccess(titles[action], `${resultText(merchant)}${then}`)
    if (next) onOpen(next.id)
  }
  return {
    // A dialog belongs to the merchant it was opened for: going to the next one closes it.
    current: opened?.id === id ? opened.dialog : undefined,
    open: (dialog: SheetDialog) => setOpened({ id, dialog }),
    close: () => setOpened(undefined),
    finish: (action: MerchantAction, merchant: MerchantRecord | undefined) => void finish(action, merchant),
  }
}
