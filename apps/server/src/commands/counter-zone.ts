import { sql } from 'drizzle-orm'
import { deleteSnapshots } from '@quaff/features/analytics/server'
import { listZonedMerchants } from '@quaff/features/sessions/server'
import { keepCounterZone, setCounterZone } from '@quaff/features/settings/server'
import { moveEntries, recountLocalDays } from '@quaff/features/subscriptions/server'
import type { Services } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { isSameZone } from '@quaff/platform/shared/calendar'
import { SettingsError } from '../environment'

const rebuild = 'npm run aggregates -- --rebuild'

/** Before anything is answered: under another zone today's figures and the days of the counters would contradict each other. */
export async function requireCounterZone(services: Services): Promise<void> {
  const { timeZone } = services.settings
  const kept = await keepCounterZone(services)
  if (!isSameZone(kept.timeZone, timeZone))
    throw new SettingsError(
      `PLATFORM_TIME_ZONE is ${timeZone}, but daily counters use ${kept.timeZone}. Change it back, or stop all servers and run \`${rebuild}\`.`,
    )
  if (!kept.isComplete)
    throw new SettingsError(
      `Daily counters are only partly rebuilt for PLATFORM_TIME_ZONE ${timeZone}. Run \`${rebuild}\` to finish.`,
    )
}

/**
 * Runs `work`, which counts everything anew, for the zone of the settings. What only the counters know is moved before,
 * all at once; until `work` is through no server starts, so that nobody reads days of two zones.
 */
export async function inCounterZone(
  services: Services,
  print: (line: string) => void,
  work: (toldAtMost?: number) => Promise<void>,
): Promise<void> {
  const { timeZone } = services.settings
  const moved = await inTransaction(
    services,
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rebuild aggregates'))`)
      const kept = await keepCounterZone({ ...services, db: tx })
      if (isSameZone(kept.timeZone, timeZone)) return false
      print(`Rebuilding for ${timeZone} (was ${kept.timeZone})…`)
      await moveEntries(tx, kept.timeZone, timeZone)
      // Whose zone differs from the platform's has changed, too.
      for (const merchantId of await listZonedMerchants(tx)) await recountLocalDays(services, tx, merchantId)
      await deleteSnapshots(tx)
      await setCounterZone(services, tx, { isComplete: false })
      return true
    },
    // Says what it begins with to whoever started it.
    { repeatable: false },
  )
  // Of days that moved nobody wants to read each.
  await work(moved ? 0 : undefined)
  await setCounterZone(services, services.db, { isComplete: true })
}
