import { useState } from 'react'
import { Panel } from '@quaff/platform/console/display/panel'
import { RemoveAdjustmentDialog } from '../progress/console/remove-adjustment-dialog'
import { refusedRemoval } from '../progress/rules'
import { AdjustmentLines } from '../statement/console/amount-list'
import type { PayoutStatement } from '../statement/contract'

/** Corrections of the merchant in this currency that no payout has yet. */
export function WaitingPanel({ statement }: { statement: PayoutStatement }) {
  const [removedId, setRemovedId] = useState<string>()
  const { waiting } = statement
  const removed = waiting.find(({ id }) => id === removedId)
  if (waiting.length === 0) return null
  return (
    <Panel title="Waiting for the next payout" flush>
      <AdjustmentLines
        label="Waiting for the next payout"
        statement={statement}
        lines={waiting}
        onRemove={setRemovedId}
        canRemove={(line) => refusedRemoval(line) === undefined}
      />
      {removed && (
        <RemoveAdjustmentDialog
          payout={statement}
          adjustment={removed}
          isWaiting
          onClose={() => setRemovedId(undefined)}
        />
      )}
    </Panel>
  )
}
