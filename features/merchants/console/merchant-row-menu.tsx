import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandFacts } from '@quaff/features/sessions/console/session-widget'
import { commandId } from '@quaff/platform/console/frame/command'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { useRowCommands } from '@quaff/platform/console/frame/use-record-commands'
import type { MerchantRow } from '../contract'
import { merchantCommands } from './merchant-commands-widget'
import { useMerchantStart } from './use-merchant-start'

type OnOpen = (id: string) => void

/** The dialogs stand over the open merchant: whoever decides sees what about. */
const useStart = (onOpen: OnOpen) =>
  useMerchantStart((dialog, id) => {
    onOpen(id)
    runWhenOpen(commandId(merchantCommands, dialog), id)
  })

export function MerchantRowMenu({ merchant, onOpen }: { merchant: MerchantRow; onOpen: OnOpen }) {
  return <RecordMenu set={merchantCommands} row={merchant} onRun={useStart(onOpen)} />
}

/** Draws nothing: the keys and the palette of the row that has the focus. */
export function MerchantRowKeys({ rows, onOpen }: { rows: readonly MerchantRow[]; onOpen: OnOpen }) {
  useRowCommands(merchantCommands, rows, useCommandFacts(), useStart(onOpen))
  return null
}
