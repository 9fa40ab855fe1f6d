import { writeFile } from 'node:fs/promises'
import { dumpEmptyDatabase } from '@quaff/database/empty-database'

/** A step of the build: what the embedded database of a first start begins with, beside this file. */
await writeFile(new URL('empty-database.tar', import.meta.url), await dumpEmptyDatabase())
