import { existsSync } from 'node:fs'
import { type FindHere, findHere, nobodyHere } from '@quaff/features/imports/server'
import { findLockHolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import type { ServerSettings } from '../../environment'
import { openDatabase } from '../../services'
import { failOnCrash } from '../fail-on-crash'

/**
 * Used by a check, which writes nothing: opens the database only if documents refer to others that they do not
 * contain, and never creates or migrates it. `isSkipped`: a running server has the embedded one.
 */
export function findExistingRecords(settings: Pick<ServerSettings, 'database'>) {
  const look = { isSkipped: false, find }
  return look

  async function find(names: Parameters<FindHere>[0]): ReturnType<FindHere> {
    const { database } = settings
    if (database.kind === 'embedded') {
      if (!existsSync(database.folder)) return nobodyHere(names)
      look.isSkipped = (await findLockHolder(database.folder)) !== null
      if (look.isSkipped) return nobodyHere(names)
    }
    const opened = await openDatabase(settings, failOnCrash)
    try {
      return await findHere(opened.db, names)
    } finally {
      await opened.close()
    }
  }
}
