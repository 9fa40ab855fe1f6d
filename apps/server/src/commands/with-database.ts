import { migrate } from '@quaff/database/migrate'
import { commandLineContext, type Context } from '@quaff/platform/server/context'
import type { ServerSettings } from '../environment'
import { openServices } from '../services'
import { failOnCrash } from './fail-on-crash'

/** Opens the migrated database for a command, and closes it in any case. */
export async function withDatabase(settings: ServerSettings, work: (ctx: Context) => Promise<void>): Promise<void> {
  const opened = await openServices(settings, failOnCrash)
  try {
    await migrate(opened.direct)
    await work(commandLineContext(opened.services))
  } finally {
    await opened.close()
  }
}
