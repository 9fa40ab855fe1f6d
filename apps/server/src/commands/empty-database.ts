import { writeFile } from 'node:fs/promises'
import { migrate } from '@quaff/database/migrate'
import { openPgliteInThread } from '@quaff/platform/server/adapters/pglite/open-pglite'

/** A step of the build: the embedded database that a first start begins with, migrated and empty, beside this file. */
const database = await openPgliteInThread({ folder: null })
await migrate(database.pool)
const dump = await database.engine.dumpDataDir('none')
await writeFile(new URL('empty-database.tar', import.meta.url), Buffer.from(await dump.arrayBuffer()))
await database.close()
