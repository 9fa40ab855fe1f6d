import { useState } from 'react'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { type BulkPreview, BulkVerbDialog } from '@quaff/platform/console/list/bulk/bulk-verb-dialog'
import { useBulkRun } from '@quaff/platform/console/list/bulk/use-bulk-run'
import type { PayoutRow } from '../contract'
import { refusedProgress } from '../progress/rules'
import { bulkLabels, payoutCount, type BulkAction } from './bulk-labels'
import { payoutCommands, payoutName } from './payout-commands-widget'
import { payoutsApi } from './payout-queries'
import { MoneySumsText } from './payout-texts'

type Candidate = { id: string; name: string; version: number; net: number; currency: string; hasBank: boolean }

interface BulkDialogProps {
  action: BulkAction
  rows: readonly PayoutRow[]
  onClose: () => void
  /** Finished payouts are deselected. */
  onDone: (finished: ReadonlySet<string>) => void
}

export function BulkDialog({ action, rows, onClose, onDone }: BulkDialogProps) {
  // Stays the same while the selection shrinks to the remaining rows.
  const [preview] = useState(() => previewOf(action, rows))
  const run = useBulkRun<Candidate>({
    call: ({ id, version }) => payoutsApi[action].call({ payoutId: id, version }),
    failed: bulkLabels[action].failed,
    key: payoutsApi.key(),
    onDone: (results) => onDone(new Set(results.filter(({ ok }) => ok).map(({ id }) => id))),
  })
  return (
    <BulkVerbDialog
      labels={{ ...bulkLabels[action], button: payoutCommands.commands[action].label }}
      unit={['payout', 'payouts']}
      requested={rows.length}
      preview={preview}
      run={run}
      rowEnd={({ net, currency }) => <span className="q-num">{formatMoney(net, currency)}</span>}
      details={<PayoutDetails action={action} payouts={preview.possible} />}
      left="Payouts we couldn’t update are still selected."
      onClose={onClose}
    />
  )
}

function PayoutDetails({ action, payouts }: { action: BulkAction; payouts: readonly Candidate[] }) {
  const isPaying = action === 'approve' || action === 'markSent'
  const settled = action === 'approve' ? payouts.filter(({ net }) => net === 0).length : 0
  const withoutBank = payouts.filter(({ hasBank, net }) => !hasBank && net !== 0).length
  const sums = sumByCurrency(payouts.map(({ net, currency }) => ({ amountMinor: net, currency })))
  return (
    <>
      {payouts.length > 0 && <MoneySumsText label="Net" sums={sums} />}
      {settled > 0 && <p>{`${payoutCount(settled)} with nothing to pay: settled right away.`}</p>}
      {isPaying && withoutBank > 0 && (
        <Notice tone="warn">
          {withoutBank === 1
            ? '1 of them has no complete bank details. The bank file leaves it out.'
            : `${formatCount(withoutBank)} of them have no complete bank details. The bank file leaves them out.`}
        </Notice>
      )}
    </>
  )
}

function previewOf(action: BulkAction, rows: readonly PayoutRow[]): BulkPreview<Candidate> {
  const preview: BulkPreview<Candidate> = { possible: [], impossible: [] }
  for (const row of rows) {
    const { id, version, net, currency, bankProblem } = row
    const name = payoutName(row)
    const reason = refusedProgress(action, row)
    if (reason !== undefined) preview.impossible.push({ id, name, reason })
    else preview.possible.push({ id, name, version, net, currency, hasBank: bankProblem === null })
  }
  return preview
}
