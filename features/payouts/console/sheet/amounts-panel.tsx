import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { AdjustmentDialog } from '../../progress/console/adjustment-dialog'
import { RemoveAdjustmentDialog } from '../../progress/console/remove-adjustment-dialog'
import { refusedProgress } from '../../progress/rules'
import { AmountList } from '../../statement/console/amount-list'
import type { PayoutStatement } from '../../statement/contract'

type AmountsPanelProps = { statement: PayoutStatement; isManager: boolean }

export function AmountsPanel({ statement, isManager }: AmountsPanelProps) {
  const [isAdding, setAdding] = useState(false)
  const [removedId, setRemovedId] = useState<string>()
  const removed = statement.adjustmentLines.find(({ id }) => id === removedId)
  const canRemove = isManager && refusedProgress('removeAdjustment', statement) === undefined
  return (
    <Panel
      title="Amounts"
      flush
      actions={
        isManager && (
          <PermissionButton
            size="sm"
            icon={IconPlus}
            disabledReason={refusedProgress('addAdjustment', statement)}
            onClick={() => setAdding(true)}
          >
            Add adjustment
          </PermissionButton>
        )
      }
    >
      <AmountList statement={statement} onRemove={canRemove ? setRemovedId : undefined} />
      {isAdding && <AdjustmentDialog payout={statement} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveAdjustmentDialog payout={statement} adjustment={removed} onClose={() => setRemovedId(undefined)} />
      )}
    </Panel>
  )
}
