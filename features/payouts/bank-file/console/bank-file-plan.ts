import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import type { PayoutRow } from '../../contract'

export type BankFilePlan = {
  included: PayoutRow[]
  /** Minor units of the currency. */
  sum: number
  /** In an earlier file. Excluded unless the user includes a payout again. */
  earlier: PayoutRow[]
  left: { id: string; name: string; net: number; reason: string }[]
  /** Sent or confirmed payouts; they are counted, not listed. */
  settled: number
}

export function bankFilePlan(
  rows: readonly PayoutRow[],
  currency: string,
  again: ReadonlySet<string> = new Set(),
  /** Reasons why the format cannot pay a payout, by payout id. */
  unfit: ReadonlyMap<string, string> = new Map(),
): BankFilePlan {
  const plan: BankFilePlan = { included: [], sum: 0, earlier: [], left: [], settled: 0 }
  for (const row of rows.filter((one) => one.currency === currency)) {
    const reason = reasonOf(row) ?? unfit.get(row.id)
    if (row.status === 'sent' || row.status === 'confirmed') plan.settled += 1
    else if (reason === undefined) {
      if (row.exportedAt !== null) plan.earlier.push(row)
      if (row.exportedAt === null || again.has(row.id)) plan.included.push(row)
    } else plan.left.push({ id: row.id, name: row.merchantName, net: row.net, reason })
  }
  plan.included.sort((one, other) => one.merchantName.localeCompare(other.merchantName))
  const [total] = sumByCurrency(plan.included.map(({ net }) => ({ amountMinor: net, currency })))
  plan.sum = total?.amountMinor ?? 0
  return plan
}

function reasonOf({ status, net, bankProblem }: PayoutRow): string | undefined {
  if (status === 'draft') return 'Not approved yet'
  if (status === 'failed') return 'Failed: approve it again to include it'
  if (net < 0) return 'Below zero'
  if (net === 0) return 'Nothing to pay: the net is 0'
  return bankProblem ?? undefined
}

/** Returns distinct currencies; those with something to pay come first. */
export function currenciesOf(rows: readonly PayoutRow[]): string[] {
  const payable = rows.filter(({ status, net }) => status === 'approved' && net > 0)
  return [...new Set([...payable, ...rows].map(({ currency }) => currency))]
}
