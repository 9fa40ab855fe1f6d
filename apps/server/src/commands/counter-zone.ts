import { sql } from 'drizzle-orm'
import { deleteSnapshots } from '@quaff/features/analytics/server'
import { listZonedMerchants } from '@quaff/features/sessions/server'
import { keepCounterZone, setCounterZone } from '@quaff/features/settings/server'
import { moveEntries, recountLocalDays, resetMoves } from '@quaff/features/subscriptions/server'
import { inTransaction, isSameZone, type Services } from '@quaff/platform/server'
import { SettingsError } from '../environment'

const rebuild = 'npm run aggregates -- --rebuild'

/** Before anything is answered: under another zone today's figures and the days of the counters would contradict each other. */
export async function requireCounterZone(services: Services): Promise<void> {
  const { timeZone } = services.settings
  const kept = await keepCounterZone(services)
  if (!isSameZone(kept.timeZone, timeZone) && !(await hasDays(services)))
    return setCounterZone(services, services.db, { isComplete: true })
  if (!isSameZone(kept.timeZone, timeZone))
    throw new SettingsError(
      `PLATFORM_TIME_ZONE is ${timeZone}, but daily counters use ${kept.timeZone}. Change it back, or stop all servers and run \`${rebuild}\`.`,
    )
  if (!kept.isComplete)
    throw new SettingsError(
      `Daily counters are only partly rebuilt for PLATFORM_TIME_ZONE ${timeZone}. Run \`${rebuild}\` to finish.`,
    )
}

/** Nothing is counted before the first merchant, so that a new platform may still choose its zone. */
async function hasDays({ db }: Services): Promise<boolean> {
  const sources = ['merchants', 'affiliate_links', 'signup_forms', 'waitlists'].map((table) => `select from ${table}`)
  const { rows } = await db.execute<Record<string, unknown>>(
    sql.raw(`select 1 where exists (${sources.join(') or exists (')})`),
  )
  return rows.length > 0
}

/**
 * Runs `work`, which recounts everything, for the configured zone. Data that only the counters have is moved first.
 * No server starts before it ends, so that days of two zones are never mixed.
 */
export async function inCounterZone(
  services: Services,
  print: (line: string) => void,
  work: (maxPrinted?: number) => Promise<void>,
) {
  const { timeZone } = services.settings
  const moved = await inTransaction(
    services,
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rebuild aggregates'))`)
      const kept = await keepCounterZone({ ...services, db: tx })
      if (isSameZone(kept.timeZone, timeZone)) return false
      print(`Rebuilding for ${timeZone} (was ${kept.timeZone})…`)
      await moveEntries(tx, kept.timeZone, timeZone)
      // Merchants with another zone than the platform's have changed too.
      for (const merchantId of await listZonedMerchants(tx)) await recountLocalDays(services, tx, merchantId)
      await deleteSnapshots(tx)
      await resetMoves(tx)
      await setCounterZone(services, tx, { isComplete: false })
      return true
    },
    // Prints its start to the operator.
    { repeatable: false },
  )
  // After a move of days, single differences are not worth printing.
  await work(moved ? 0 : undefined)
  await setCounterZone(services, services.db, { isComplete: true })
}
