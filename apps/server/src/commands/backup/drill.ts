import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { saveDrill, type Drill } from '@quaff/features/settings/server'
import { listSnapshots } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupError } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import { SettingsError, type ServerSettings } from '../../environment'
import { openServices } from '../../services'
import { runAggregates } from '../aggregates'
import { failOnCrash } from '../fail-on-crash'
import { secretFiles, snapshotsFolder } from './backup-source'
import { findOwnBucket, parseArguments, readPlace, storedSource } from './bucket/backup-place'
import { folderSource, restoreFrom, type BackupSource } from './restore'

const usage = 'Usage: npm run drill -- [<folder> | s3 | s3://bucket/prefix[/backup]]'

/** A newest backup that is older means that backups stopped. */
const oldestMs = 48 * 60 * 60_000

/**
 * `drill [place]`: restores the newest backup into a scratch folder and database beside the running server, checks it,
 * and removes both. System health and metrics show the result of the last one.
 */
export async function drill(settings: ServerSettings, args: readonly string[]): Promise<void> {
  const place = readArguments(settings, args)
  let takenAt: Date
  try {
    takenAt = await practice(settings, place)
  } catch (error) {
    await note(settings, { isGood: false }).catch(() => {})
    throw error
  }
  await note(settings, { isGood: true, goodAt: systemClock.now(), takenAt })
}

async function practice(settings: ServerSettings, place: string): Promise<Date> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const startedAt = performance.now()
  const scratch = await makeScratch(settings)
  const stop = () => void scratch.remove().finally(() => process.exit(1))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let [summary, takenAt] = ['', systemClock.now()]
  try {
    const { source, isNewest } = await findSource(scratch.settings.dataFolder, settings, place)
    const { version, keys } = source.manifest
    takenAt = new Date(source.manifest.takenAt)
    if (!keys.included) await copySecrets(settings.dataFolder, scratch.settings.dataFolder)
    const ageMs = systemClock.now().getTime() - takenAt.getTime()
    const hours = (ageMs / 3_600_000).toFixed(1)
    summary = `backup of ${source.manifest.takenAt} (${hours} h old, version ${version})`
    await restoreFrom(scratch.settings, source, { over: false, isScratch: true, print })
    await checkAggregates(scratch.settings, print)
    if (isNewest && ageMs > oldestMs)
      throw new BackupError(`The newest backup works, but is ${hours} h old. Check what makes backups.`)
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await scratch.remove()
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  print(`✓ drill  ${summary}: restored, checked and removed in ${minutes} min`)
  return takenAt
}

/** A running server locks the embedded database, so there the exit code is all that tells. */
async function note(settings: ServerSettings, result: Drill): Promise<void> {
  if (settings.database.kind === 'embedded') return
  const { services, close } = await openServices(settings, failOnCrash)
  try {
    await saveDrill(services.db, result, systemClock.now())
  } finally {
    await close()
  }
}

function readArguments(settings: ServerSettings, args: readonly string[]): string {
  const { positionals } = parseArguments({ args: [...args], allowPositionals: true }, usage)
  if (positionals.length > 1) throw new SettingsError(usage)
  return positionals[0] ?? (findOwnBucket(settings) ? 's3' : snapshotsFolder(settings))
}

/** A folder of backups, one backup, or a bucket. */
async function findSource(
  scratchFolder: string,
  settings: ServerSettings,
  text: string,
): Promise<{ source: BackupSource; isNewest: boolean }> {
  const place = readPlace(text, settings)
  if (place.kind === 'bucket')
    return { source: await storedSource(scratchFolder, place), isNewest: place.name === null }
  const newest = (await listSnapshots(place.folder)).at(-1)?.path
  return { source: await folderSource(newest ?? place.folder), isNewest: newest !== undefined }
}

async function copySecrets(from: string, to: string): Promise<void> {
  for (const name of secretFiles) if (existsSync(join(from, name))) await copyFile(join(from, name), join(to, name))
}

async function checkAggregates(settings: ServerSettings, print: (line: string) => void): Promise<void> {
  const opened = await openServices(settings, failOnCrash)
  try {
    await runAggregates(opened.services, 'check', print)
  } finally {
    await opened.close()
  }
}

type Scratch = { settings: ServerSettings; remove(): Promise<void> }

/** Its fixed names are refused while they exist, so that no drill removes what another one uses. */
async function makeScratch(settings: ServerSettings): Promise<Scratch> {
  const folder = join(settings.dataFolder, 'drill')
  await mkdir(settings.dataFolder, { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? isTaken(folder) : error
  })
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  const ownHashConfig = join(settings.dataFolder, 'hash-config.json')
  const inside: ServerSettings = {
    ...settings,
    dataFolder: folder,
    files: settings.files.kind === 'disk' ? { kind: 'disk', folder: join(folder, 'files') } : settings.files,
    hashConfigFile:
      settings.hashConfigFile === ownHashConfig ? join(folder, 'hash-config.json') : settings.hashConfigFile,
  }
  if (settings.database.kind === 'embedded') {
    const database = { kind: 'embedded' as const, folder: join(folder, 'database') }
    return { settings: { ...inside, database }, remove: removeFolder }
  }
  const address = settings.database.directConnectionString
  // Neither replicas nor a pooler know the scratch database.
  const url = new URL(address)
  const name = `${decodeURIComponent(url.pathname.slice(1))}_drill`
  url.pathname = `/${encodeURIComponent(name)}`
  const connection = { connectionString: url.href, directConnectionString: url.href, pooled: false }
  try {
    await administer(address, (quoted) => `create database ${quoted} template template0`, name)
  } catch (error) {
    await removeFolder()
    throw error
  }
  return {
    settings: { ...inside, database: { kind: 'postgres', ...connection } },
    async remove() {
      await administer(address, (quoted) => `drop database if exists ${quoted} with (force)`, name)
      await removeFolder()
    },
  }
}

const exists = '42P04'
const notAllowed = '42501'

async function administer(address: string, write: (quoted: string) => string, name: string): Promise<void> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(write(client.escapeIdentifier(name)))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === exists) throw isTaken(`Database ${name}`)
    if (code !== notAllowed) throw error
    throw new SettingsError(`The user in DATABASE_URL can’t create the scratch database. Run: ALTER ROLE … CREATEDB`)
  } finally {
    await client.end()
  }
}

const isTaken = (what: string) =>
  new SettingsError(`${what} exists, because a drill is running or was killed. If none is running, remove it first.`)
