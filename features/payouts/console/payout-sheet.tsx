import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { PayoutRow } from '../contract'
import { PayoutActionsToolbar } from '../progress/console/payout-actions-toolbar'
import { AmountsPanel } from './amounts-panel'
import { LinesPanel } from './lines-panel'
import { payoutName } from './payout-commands-widget'
import { PayoutHeader } from './payout-header'
import { PayoutNotices } from './payout-notices-section'
import { payoutsApi } from './payout-queries'
import { StepsPanel } from './steps-panel'
import { WaitingPanel } from './waiting-panel'

type PayoutSheetProps = SheetOfList<PayoutRow> & { id: string; isManager: boolean }

export function PayoutSheet({ id, rows, total, isManager, onOpen, onClose }: PayoutSheetProps) {
  const query = useMerchantRecord(
    useQuery(payoutsApi.get.queryOptions({ input: { payoutId: id } })),
    ({ merchantId }) => [merchantId],
  )
  const statement = query.data
  const row = statement ?? rows.find((candidate) => candidate.id === id)
  return (
    <RecordSheet
      opened
      onClose={onClose}
      title={row ? payoutName(row) : 'Payout'}
      noun="Payout"
      {...sheetPosition(rows, id, total, onOpen)}
      query={query}
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
      {statement && (
        <div className="q-stack">
          <PayoutNotices statement={statement} isManager={isManager} />
          <AmountsPanel key={statement.id} statement={statement} isManager={isManager} />
          {isManager && <WaitingPanel key={`waiting ${statement.id}`} statement={statement} />}
          <StepsPanel statement={statement} />
          <LinesPanel key={`lines ${statement.id}`} statement={statement} />
        </div>
      )}
    </RecordSheet>
  )
}
