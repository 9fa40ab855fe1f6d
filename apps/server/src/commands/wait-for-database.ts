import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@quaff/platform/server/ports'
import type { ServerSettings } from '../environment'
import { absenceOf } from '../settings/start-error'

type Waiting = { patienceMs?: number; retryMs?: number }

/** Machines start in any order: up to a minute for a database that is not there yet, none for one that refuses. */
export async function waitForDatabase(
  pool: { query(text: string): Promise<unknown> },
  settings: Pick<ServerSettings, 'database'>,
  log: Pick<Logger, 'warn'>,
  { patienceMs = 60_000, retryMs = 1_000 }: Waiting = {},
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  let logged = ''
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const absence = absenceOf(error, settings)
      if (absence === null || performance.now() + retryMs > giveUpAt) throw error
      if (absence !== logged) log.warn('database_waiting', { reason: absence, patienceMs })
      logged = absence
    }
    await pause(retryMs)
  }
}
