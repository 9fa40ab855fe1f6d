import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { AdjustmentDialog } from '../progress/console/adjustment-dialog'
import { RemoveAdjustmentDialog } from '../progress/console/remove-adjustment-dialog'
import { refusedProgress } from '../progress/rules'
import { AmountList } from '../statement/console/amount-list'
import type { PayoutStatement } from '../statement/contract'
import { payoutCommands } from './payout-commands-widget'

type AmountsPanelProps = { statement: PayoutStatement; isManager: boolean }

export function AmountsPanel({ statement, isManager }: AmountsPanelProps) {
  const [isAdding, setAdding] = useState(false)
  const [removedId, setRemovedId] = useState<string>()
  const removed = statement.adjustmentLines.find(({ id }) => id === removedId)
  const canRemove = isManager && refusedProgress('removeAdjustment', statement) === undefined
  const action = refusedProgress('addToNext', statement) === undefined ? 'addToNext' : 'addAdjustment'
  return (
    <Panel
      title="Amounts"
      flush
      actions={
        isManager && (
          <PermissionButton
            size="sm"
            icon={IconPlus}
            disabledReason={refusedProgress(action, statement)}
            onClick={() => setAdding(true)}
          >
            {action === 'addToNext' ? payoutCommands.commands.addToNext.label : 'Add adjustment'}
          </PermissionButton>
        )
      }
    >
      <AmountList statement={statement} onRemove={canRemove ? setRemovedId : undefined} />
      {isAdding && <AdjustmentDialog payout={statement} action={action} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveAdjustmentDialog
          payout={statement}
          adjustment={removed}
          isWaiting={false}
          onClose={() => setRemovedId(undefined)}
        />
      )}
    </Panel>
  )
}
