import { aggregates } from './commands/aggregates'
import { backup } from './commands/backup/backup'
import { backups } from './commands/backup/bucket/backups'
import { restore } from './commands/backup/restore'
import { createAdministrator } from './commands/create-administrator'
import { currencies } from './commands/currencies/currencies'
import { doctor } from './commands/doctor/doctor'
import { exportDocuments } from './commands/export/export-documents'
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
import { explainStart } from './settings/start-fault'

const usage = `Usage:
  start                                    try it: demo data on the embedded database
  serve                                    production: all settings from the environment
  admin create <email>                     the first administrator
  demo [--merchants N] [--subscriptions N] more or other demo data
  simulate [--per-second N] [--minutes N]  play the app and the payments against a server of this machine
  import <folder or file>                  read what an old system exported; writes nothing
  export <empty folder> [--with-hashes]    write everything as documents that an import reads again
  backup <place> [--with-secrets]          database and files, as they are at one moment: into an empty folder,
                                           s3 (the bucket of the settings) or s3://bucket/prefix
  backups [place] [--verify]               which there are; reads all of the newest one
  restore <backup> [--over]                into an empty DATA_DIR or database; checks everything first
  rotate-bank-keys                         encrypt bank account numbers and authenticator secrets with the first key
  verify-audit                             check the sealed audit log
  aggregates --check | --rebuild           compare every aggregate with its rows, or repair it
  currencies --check | --convert           bring stored amounts to the decimals that this version reads
  doctor                                   check this set-up and say what to do; changes nothing`

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
} satisfies Record<Exclude<Mode, 'doctor'>, (settings: ServerSettings, args: readonly string[]) => Promise<void>>

async function main([name, ...args]: readonly string[]): Promise<void> {
  const mode = modes.find((candidate) => candidate === name)
  if (!mode) throw new SettingsError(usage)
  // Of wrong settings too it tells what else is wrong.
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
