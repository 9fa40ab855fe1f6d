import {
  keepPaidUntil,
  lockPaidLater,
  subscriptionDocumentRows,
  type PaidPass,
} from '@quaff/features/subscriptions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { enqueueJob, type JobHandler } from '@quaff/platform/server/jobs'
import { inTransaction } from '@quaff/platform/server/transaction'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { collectionOf } from '../../kinds-rules'
import type { ImportProblem } from '../../report-contract'
import { insertProblems } from '../runs/run-store'
import { moveVersions } from './document-store'
import { findChargedTwice, type ChargedTwice, listPaidPasses } from './paid-passes-store'

export const keepPaidUntilKind = 'keep_paid_until'
const passesPerRun = 2_000

/**
 * Asked for by a migration: passes that came over before each of them kept the instant get it from their runs, which did.
 * What was charged until then is told with the run. Some with each run, so that nobody who writes a pass waits longer than a
 * moment.
 */
export const keepPaidUntilHandler: JobHandler = {
  maxAttempts: 20,
  async run(services, { after }) {
    await inTransaction(services, async (tx) => {
      const passes = await listPaidPasses(tx, String(after), passesPerRun)
      const last = passes.at(-1)
      if (last === undefined) return
      await keepPaidPasses(tx, passes)
      await tellChargedTwice(
        tx,
        passes.map(({ id }) => id),
      )
      await enqueueJob(services, tx, { kind: keepPaidUntilKind, payload: { after: last.id } })
    })
  },
}

/** An instant only moves on: what was paid once stays so. It is no edit, so whoever takes the import back still may. */
export async function keepPaidPasses(tx: Transaction, passes: readonly PaidPass[]): Promise<void> {
  const later = await lockPaidLater(tx, passes)
  const ids = later.map(({ id }) => id)
  const before = await subscriptionDocumentRows.versions(tx, ids)
  await keepPaidUntil(tx, later)
  await moveVersions(tx, 'subscriptions', before, await subscriptionDocumentRows.versions(tx, ids))
}

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
