import { enqueueJob, type JobHandler } from '@quaff/platform/server/jobs'
import { inTransaction } from '@quaff/platform/server/transaction'
import { keepPaidPasses } from './keep-paid-passes'
import { listPaidPasses } from './paid-passes-store'
import { tellChargedTwice } from './tell-charged-twice'

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
