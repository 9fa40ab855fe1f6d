import { usePreviewStart } from '@quaff/features/sessions/console/preview-start-widget'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { MerchantCommand, SheetDialog } from './merchant-commands-widget'

async function copy(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text)
    notifySuccess(title)
  } catch {
    notifyError('Couldn’t copy', `Copy it yourself: ${text}`)
  }
}

/** What asks first opens its dialog; the rest is done here. */
export function useMerchantStart(onDialog: (dialog: SheetDialog, id: string) => void) {
  const { startPreview } = usePreviewStart()
  return (command: MerchantCommand, { id }: { id: string }) => {
    if (command === 'copyId') void copy(id, 'ID copied')
    else if (command === 'copyLink') void copy(`${window.location.origin}/merchants?id=${id}`, 'Link copied')
    else if (command === 'preview') startPreview(id)
    else onDialog(command, id)
  }
}
