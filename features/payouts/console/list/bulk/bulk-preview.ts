import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import type { PayoutRow } from '../../../contract'
import { refusedProgress } from '../../../progress/rules'
import { payoutName } from '../../payout-commands-widget'
import type { BulkAction } from './bulk-words'

export type Candidate = { id: string; name: string; version: number; net: number; currency: string }
export type BulkPreview = {
  possible: Candidate[]
  /** In the server's own words. */
  impossible: { id: string; name: string; reason: string }[]
  /** Net of what is possible. */
  sums: { amountMinor: number; currency: string }[]
  /** Without bank details, they are paid another way or not at all. */
  withoutBank: number
}

/** Which it can be done to, which not and why. */
export function previewOf(action: BulkAction, rows: readonly PayoutRow[]): BulkPreview {
  const preview: BulkPreview = { possible: [], impossible: [], sums: [], withoutBank: 0 }
  for (const row of rows) {
    const { id, version, net, currency } = row
    const name = payoutName(row)
    const reason = refusedProgress(action, row)
    if (reason !== undefined) preview.impossible.push({ id, name, reason })
    else {
      preview.possible.push({ id, name, version, net, currency })
      if (row.bankProblem !== null) preview.withoutBank += 1
    }
  }
  preview.sums = sumByCurrency(preview.possible.map(({ net, currency }) => ({ amountMinor: net, currency })))
  return preview
}
