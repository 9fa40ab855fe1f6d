import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { ZoneCaption } from '@quaff/platform/console/display/measured-labels'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutRow } from '../contract'
import { periodName } from '../period-rules'
import { refusedProgress, refusedRemoval } from '../progress/rules'
import type { PayoutStatement, PayoutStatus } from '../statement-contract'
import { AdjustmentLines, AmountList } from '../statement/console/amount-list'
import { AdjustmentDialog } from './adjustment-dialog'
import { LinesPanel } from './lines-panel'
import { PayoutActionsToolbar } from './payout-actions-toolbar'
import { payoutCommands, payoutName } from './payout-commands-widget'
import { PayoutNotices } from './payout-notices-section'
import { payoutsApi } from './payout-queries'
import { payoutStatusMeta, PayoutStatusPill } from './payout-status-pill'
import { NetText } from './payout-texts'
import { RemoveAdjustmentDialog } from './remove-adjustment-dialog'
import classes from './payouts.module.css'

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

function WaitingPanel({ statement }: { statement: PayoutStatement }) {
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

type HeaderDetails = Pick<PayoutRow, 'merchantId' | 'merchantName' | 'period' | 'currency' | 'net' | 'status'>

function PayoutHeader({ payout, isManager }: { payout: HeaderDetails; isManager: boolean }) {
  const { merchantId, merchantName, period, currency, net, status } = payout
  return (
    <div className="q-row q-wrap">
      <InitialsMark name={merchantName} size="lg" />
      <div className={classes.payee}>
        {isManager ? (
          <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-h2">
            {merchantName}
          </AppLink>
        ) : (
          <b className="q-h2">{merchantName}</b>
        )}
        <div className="q-row q-wrap">
          <PayoutStatusPill status={status} />
          <span className="q-caption">
            {periodName(period)}, {currency.toUpperCase()}
          </span>
        </div>
      </div>
      <span className="q-h2">
        <NetText amount={net} currency={currency} />
      </span>
    </div>
  )
}

const stateTexts = {
  draft: 'Generated',
  approved: 'Approved',
  sent: 'Sent',
  confirmed: 'Confirmed',
  failed: 'Failed',
} as const satisfies Record<PayoutStatus, string>

function StepsPanel({ statement: { steps, timeZone } }: { statement: PayoutStatement }) {
  return (
    <Panel title="Steps" footer={<ZoneCaption timeZone={timeZone} />}>
      <ol className={classes.steps} aria-label="Steps, oldest first">
        {steps.map(({ status, at, by, reason }, index) => (
          <li key={`${status} ${at.getTime()}`} data-tone={payoutStatusMeta[status].tone}>
            <span className={classes.mark}>
              <Glyph icon={payoutStatusMeta[status].icon} size={14} />
            </span>
            <span className={classes.words}>
              <b className="q-strong">{status === 'draft' && index > 0 ? 'Reopened' : stateTexts[status]}</b>
              {reason !== null && <span>{reason}</span>}
              <span className="q-caption">
                <DateText value={at} timeZone={timeZone} style="datetime" />
                {by !== null && ` by ${isolated(by)}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function AmountsPanel({ statement, isManager }: { statement: PayoutStatement; isManager: boolean }) {
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
