import {
  keepPaidUntil,
  lockPaidLater,
  subscriptionDocumentRows,
  type PaidPass,
} from '@quaff/features/subscriptions/server'
import { enqueueJob, inTransaction, type JobHandler, type Transaction } from '@quaff/platform/server'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { collectionOf } from '../../kinds-rules'
import type { ImportProblem } from '../../report-contract'
import { insertProblems } from '../runs/run-store'
import { moveVersions } from './document-store'
import { findChargedTwice, type ChargedTwice, listPaidPasses } from './paid-passes-store'

export const keepPaidUntilKind = 'keep_paid_until'
const passesPerRun = 2_000

/**
 * A migration enqueues this job. It copies `paidUntil` from the runs to subscriptions that were imported before they
 * stored it, and reports charges since. Small batches keep locks short.
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

/** Only moves an instant forward. This does not count as an edit, so the import can still be undone. */
export async function keepPaidPasses(tx: Transaction, passes: readonly PaidPass[]) {
  const later = await lockPaidLater(tx, passes)
  const ids = later.map(({ id }) => id)
  const before = await subscriptionDocumentRows.versions(tx, ids)
  await keepPaidUntil(tx, later)
  await moveVersions(tx, 'subscriptions', before, await subscriptionDocumentRows.versions(tx, ids))
}

/**
 * Reports charges that the old system had already paid, once per run. Charges never change and may be in a payout.
 * `runId` is the run being written; the default is the run that set the instant.
 */
export async function tellChargedTwice(tx: Transaction, passIds: readonly string[], runId?: string) {
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
