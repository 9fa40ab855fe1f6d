import { usePreviewStart } from '@quaff/features/sessions/console/preview-start-widget'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandContext } from '@quaff/features/sessions/console/session-widget'
import { commandId, useRowCommands } from '@quaff/platform/console/frame/command'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import type { MerchantRow } from '../contract'
import { type MerchantCommand, merchantCommands, type SheetDialog } from './merchant-commands-widget'

type OnOpen = (id: string) => void

/** Dialogs open over the merchant's sheet, so that its data is in view. */
const useStart = (onOpen: OnOpen) =>
  useMerchantStart((dialog, id) => {
    onOpen(id)
    runWhenOpen(commandId(merchantCommands, dialog), id)
  })

export function MerchantRowMenu({ merchant, onOpen }: { merchant: MerchantRow; onOpen: OnOpen }) {
  return <RecordMenu set={merchantCommands} row={merchant} onRun={useStart(onOpen)} />
}

/** Registers the keys and palette commands of the focused row; renders nothing. */
export function MerchantRowKeys({ rows, onOpen }: { rows: readonly MerchantRow[]; onOpen: OnOpen }) {
  useRowCommands(merchantCommands, rows, useCommandContext(), useStart(onOpen))
  return null
}

async function copy(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text)
    notifySuccess(title)
  } catch {
    notifyError('Couldn’t copy', `Copy it yourself: ${text}`)
  }
}

export function useMerchantStart(onDialog: (dialog: SheetDialog, id: string) => void) {
  const { startPreview } = usePreviewStart()
  return (command: MerchantCommand, { id }: { id: string }) => {
    if (command === 'copyId') void copy(id, 'ID copied')
    else if (command === 'copyLink') void copy(`${window.location.origin}/merchants?id=${id}`, 'Link copied')
    else if (command === 'preview') startPreview(id)
    else onDialog(command, id)
  }
}
