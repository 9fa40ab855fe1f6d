import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { commandId } from '@quaff/platform/console/frame/commands/command'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import type { MerchantRow } from '../../contract'
import { merchantCommands } from '../merchant-commands-widget'
import { useMerchantStart } from '../sheet/use-merchant-start'

interface MerchantRowMenuProps {
  merchant: MerchantRow
  onOpen: (id: string) => void
}

/** The dialogs stand over the open merchant: whoever decides sees what about. */
export function MerchantRowMenu({ merchant, onOpen }: MerchantRowMenuProps) {
  const start = useMerchantStart((dialog, id) => {
    onOpen(id)
    runWhenOpen(commandId(merchantCommands, dialog), id)
  })
  return <RecordMenu set={merchantCommands} row={merchant} onRun={start} />
}
