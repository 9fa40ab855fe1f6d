import { useQuery } from '@tanstack/react-query'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import { sheetPosition } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { PayoutRow } from '../../contract'
import { LinesPanel } from '../../lines/console/lines-panel'
import { PayoutActionsToolbar } from '../../progress/console/payout-actions-toolbar'
import { payoutName } from '../payout-commands-widget'
import { payoutsApi } from '../payout-queries'
import { AmountsPanel } from './amounts-panel'
import { PayoutHeader } from './payout-header'
import { PayoutNotices } from './payout-notices-section'
import { StepsPanel } from './steps-panel'

type PayoutSheetProps = {
  id: string
  rows: readonly PayoutRow[]
  total: number | undefined
  isManager: boolean
  onOpen: (id: string) => void
  onClose: () => void
}

export function PayoutSheet({ id, rows, total, isManager, onOpen, onClose }: PayoutSheetProps) {
  const query = useQuery(payoutsApi.get.queryOptions({ input: { payoutId: id } }))
  const statement = query.data
  const row = statement ?? rows.find((candidate) => candidate.id === id)
  const { position, previous, next } = sheetPosition(rows, id, total)
  return (
    <RecordSheet
      opened
      onClose={onClose}
      title={row ? payoutName(row) : 'Payout'}
      noun="Payout"
      position={position}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      header={
        row && (
          <div className="q-stack">
            <PayoutHeader payout={row} isManager={isManager} />
            {statement && (
              <PayoutActionsToolbar
                key={statement.id}
                statement={statement}
                isManager={isManager}
                onDiscarded={onClose}
              />
            )}
          </div>
        )
      }
    >
      {query.isPending && <SkeletonText lines={8} />}
      {query.isError && !statement && (
        <ErrorState
          title="This payout could not be loaded"
          text="It may be gone, or not be yours to see."
          onRetry={() => void query.refetch()}
        />
      )}
      {statement && (
        <div className="q-stack">
          <PayoutNotices statement={statement} isManager={isManager} />
          <AmountsPanel key={statement.id} statement={statement} isManager={isManager} />
          <StepsPanel statement={statement} />
          <LinesPanel key={`lines ${statement.id}`} statement={statement} />
        </div>
      )}
    </RecordSheet>
  )
}
