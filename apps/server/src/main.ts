import { aggregates } from './commands/aggregates'
import { backup } from './commands/backup/backup'
import { backups } from './commands/backup/bucket/backups'
import { drill } from './commands/backup/drill'
import { restore } from './commands/backup/restore'
import { createAdministrator } from './commands/create-administrator'
import { currencies } from './commands/currencies'
import { doctor } from './commands/doctor/doctor'
import { exportDocuments } from './commands/export-documents'
import { generateDemo } from './commands/generate-demo'
import { importDocuments } from './commands/import/import-documents'
import { rotateKeys } from './commands/rotate-bank-keys'
import { runServer } from './commands/run-server'
import { simulate } from './commands/simulate/simulate'
import { verifyAudit } from './commands/verify-audit'
import {
  examineEnvironment,
  modes,
  readEnvironment,
  SettingsError,
  type Mode,
  type ServerSettings,
} from './environment'
import { explainStart } from './settings/start-error'

const usage = [
  'Usage:',
  '  start                                    try Quaff with demo data on the embedded database',
  '  serve                                    run in production; all settings from the environment',
  '  admin create <email>                     create the first administrator',
  '  demo [--merchants N] [--subscriptions N] create demo data',
  '  simulate [--per-second N] [--minutes N]  send test traffic to a server on this machine',
  '  import <folder or file>                  check an export from another system; writes nothing',
  '  export <empty folder> [--with-hashes]    export all data as documents that import can read',
  '  backup <place> [--with-secrets]          back up database and files to an empty folder, s3 or s3://bucket/prefix',
  '  backups [place] [--verify]               list backups; --verify checks the latest',
  '  restore <backup> [--over]                check a backup, then restore it to an empty DATA_DIR or database',
  '  drill [place]                            restore the latest backup into scratch, check it, remove it',
  '  rotate-bank-keys                         encrypt bank account numbers and secrets with the current key',
  '  verify-audit                             verify the audit log',
  '  aggregates --check | --rebuild           compare all aggregates with their rows, or repair them',
  '  currencies --check | --convert           convert stored amounts to this version’s decimals',
  '  doctor                                   check this installation; changes nothing',
].join('\n')

const commands = {
  start: (settings) => runServer(settings),
  serve: (settings) => runServer(settings),
  admin: createAdministrator,
  demo: generateDemo,
  simulate,
  import: importDocuments,
  export: exportDocuments,
  'rotate-bank-keys': rotateKeys,
  'verify-audit': verifyAudit,
  aggregates,
  currencies,
  backup,
  backups,
  restore,
  drill,
} satisfies Record<Exclude<Mode, 'doctor'>, (settings: ServerSettings, args: readonly string[]) => Promise<void>>

async function main([name, ...args]: readonly string[]): Promise<void> {
  const mode = modes.find((candidate) => candidate === name)
  if (!mode) throw new SettingsError(usage)
  // Also lists the errors of an invalid configuration.
  if (mode === 'doctor') return doctor(examineEnvironment())
  const settings = readEnvironment(mode)
  try {
    await commands[mode](settings, args)
  } catch (error) {
    throw await explainStart(error, settings)
  }
}

/** The innermost cause: around it the query builder writes the query with all its values. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? sentenceOf(error.cause) : error.message || error.name
}

// A reader such as `head` that has read enough is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  await main(process.argv.slice(2))
} catch (error) {
  // Settings, a taken port, a locked folder, a database that is away: the sentence helps, the stack does not.
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}
