import type { Services } from '@quaff/platform/server/context'
import { checkedDays } from '../../screen-rules'
import { listCheckedBefore, saveStopped } from './run-store'

const dayMs = 24 * 60 * 60_000

/** What was looked at and never applied holds a whole business: it does not lie about for longer than that takes. */
export async function forgetChecked(services: Services): Promise<void> {
  const { db, clock, workbench } = services
  const before = new Date(clock.now().getTime() - checkedDays * dayMs)
  for (const runId of await listCheckedBefore(db, before)) {
    await workbench.spool(runId).remove()
    await saveStopped(db, runId, 'forgotten', clock.now())
  }
}
