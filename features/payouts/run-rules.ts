import { sumOf } from './amount-rules'
import { runSteps, type RunRow, type RunStep } from './contract'
import { payoutStatuses, type PayoutStatus } from './statement-contract'
import { byCurrency } from './statement-rules'

type Progress = Pick<RunRow, 'status' | 'net' | 'bankProblem'>

/** Returns the step whose button applies to a payout, or undefined if it is settled or something blocks it. */
export function stepOf({ status, net, bankProblem }: Progress): Exclude<RunStep, 'generate'> | undefined {
  if (status === 'draft') return net < 0 ? undefined : 'approve'
  if (status === 'approved') return net > 0 && bankProblem === null ? 'pay' : undefined
  return status === 'sent' ? 'confirm' : undefined
}

/** Returns what keeps a payout from its next step, or from the bank file. */
export function blockerOf({
  status,
  net,
  bankProblem,
}: Progress): 'returned' | 'negative' | 'zero' | 'bank' | undefined {
  if (status === 'failed') return 'returned'
  if (status === 'draft' && net < 0) return 'negative'
  if (status === 'approved' && net === 0) return 'zero'
  return net > 0 && bankProblem !== null ? 'bank' : undefined
}

/** Returns the first step with something to do; otherwise the step that a blocked payout waits for. */
export function currentStep(rows: readonly Progress[]): RunStep {
  if (rows.length === 0) return 'generate'
  const open = new Set(rows.map(stepOf))
  const next = runSteps.find((step) => step !== 'generate' && open.has(step))
  return next ?? waitingStep(new Set(rows.map(({ status }) => status)))
}

/** Returns the first step that not every payout has passed. */
export function waitingStep(statuses: ReadonlySet<PayoutStatus>): RunStep {
  if (statuses.has('draft')) return 'approve'
  return statuses.has('approved') || statuses.has('failed') ? 'pay' : 'confirm'
}

export type RunTotal = Pick<RunRow, 'currency' | 'gross' | 'fee' | 'adjustments' | 'net'> & { count: number }

/** Returns one total per currency, USD first. Currencies are never added together. */
export function totalsOf(rows: readonly RunRow[]): RunTotal[] {
  return [...new Set(rows.map(({ currency }) => currency))]
    .map((currency) => {
      const own = rows.filter((row) => row.currency === currency)
      const sum = (name: 'gross' | 'fee' | 'adjustments' | 'net') => sumOf(own.map((row) => row[name]))
      const [gross, fee, adjustments, net] = [sum('gross'), sum('fee'), sum('adjustments'), sum('net')]
      return { currency, count: own.length, gross, fee, adjustments, net }
    })
    .toSorted(byCurrency)
}

/** Returns the totals of the bank files that no download contains yet. */
export const pendingFiles = (rows: readonly RunRow[]): RunTotal[] =>
  totalsOf(rows.filter((row) => stepOf(row) === 'pay' && row.exportedAt === null))

/** Blocked payouts come first, then those with adjustments, each by name. */
export function inRunOrder(rows: readonly RunRow[]): RunRow[] {
  const rank = (row: RunRow) => (blockerOf(row) ? 0 : 2) + (row.lines.length > 0 ? 0 : 1)
  return rows.toSorted(
    (one, other) =>
      rank(one) - rank(other) || one.merchantName.localeCompare(other.merchantName) || byCurrency(one, other),
  )
}

export const countByStatus = (rows: readonly Progress[]) =>
  Object.fromEntries(
    payoutStatuses.map((status) => [status, rows.filter((row) => row.status === status).length]),
  ) as Record<PayoutStatus, number>
