import type { OpenDatabase } from '@quaff/platform/server/adapters/pglite/open-pglite'

/** A migrated database that is used again and again, by one after the other. */
export type ReusableDatabase = {
  /** New connections; closing them leaves the database where it is. */
  connect(): OpenDatabase
  drop(): Promise<void>
}
