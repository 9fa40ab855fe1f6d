import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@quaff/database/migrate'
import { commandLineContext, type Context, type Logger } from '@quaff/platform/server'
import type { ServerSettings } from '../environment'
import { openServices } from '../services'
import { absenceOf } from '../settings/start-error'
import { failOnCrash } from './fail-on-crash'

/** Opens the migrated database for a command, and closes it in any case. */
export async function withDatabase(settings: ServerSettings, work: (ctx: Context) => Promise<void>) {
  const opened = await openServices(settings, failOnCrash)
  try {
    await migrate(opened.direct)
    await work(commandLineContext(opened.services))
  } finally {
    await opened.close()
  }
}

type Waiting = { patienceMs?: number; retryMs?: number }

/** Machines start in any order: up to a minute for a database that is not there yet, none for one that refuses. */
export async function waitForDatabase(
  pool: { query(text: string): Promise<unknown> },
  settings: Pick<ServerSettings, 'database'>,
  log: Pick<Logger, 'warn'>,
  { patienceMs = 60_000, retryMs = 1_000 }: Waiting = {},
) {
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
