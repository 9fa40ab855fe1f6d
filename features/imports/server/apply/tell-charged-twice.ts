import type { Transaction } from '@quaff/platform/server/context'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { collectionOf } from '../../kinds-rules'
import type { ImportProblem } from '../../report-contract'
import { insertProblems } from '../runs/run-store'
import { type ChargedTwice, findChargedTwice } from './charged-twice-store'

/**
 * A charge is never changed, and may be in a payout: whoever pays the merchants has to know of it. Each stands once with its
 * run; `runId`: the one that is being written, else the one that told the instant.
 */
export async function tellChargedTwice(tx: Transaction, passIds: readonly string[], runId?: string): Promise<void> {
  const byRun = new Map<string, ImportProblem[]>()
  for (const charge of await findChargedTwice(tx, passIds)) {
    const run = runId ?? charge.runId
    byRun.set(run, [...(byRun.get(run) ?? []), problemOf(charge)])
  }
  for (const [run, problems] of byRun) await insertProblems(tx, run, problems)
}

function problemOf({ path, day, amountMinor, currency, payoutId }: ChargedTwice): ImportProblem {
  const sum = `${currency.toUpperCase()} ${decimalText(amountMinor, currency)}`
  return {
    path,
    collection: collectionOf(path),
    field: `Period from ${day}`,
    fault: 'charged_twice',
    level: 'note',
    shown: `${sum}, ${payoutId === null ? 'not in a payout yet' : `in payout ${payoutId}`}`,
    file: '',
    place: '',
  }
}
