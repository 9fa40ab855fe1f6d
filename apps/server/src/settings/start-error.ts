import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readDisk } from '@quaff/platform/server/adapters/files/disk-room'
import { SettingsError, type ServerSettings } from '../environment'

type Where = Pick<ServerSettings, 'dataFolder' | 'database'>

const full = ['ENOSPC', 'EDQUOT']
const forbidden = ['EACCES', 'EPERM', 'EROFS']
const noFolder = ['ENOTDIR', 'EEXIST']
const diskFull = '53100'
/** Less than this is left of a disk that a database was just refused on. */
const nothingLeft = 1024 * 1024

/** Not available, perhaps not yet: a service that starts at the same time should retry. */
const away: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'host name lookup failed',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'no response',
  ENOENT: 'socket not found',
  '57P03': 'starting up',
  '53300': 'out of connections',
}
const refused: Readonly<Record<string, string>> = {
  '28P01': 'wrong user or password',
  '28000': 'the user isn’t allowed to connect',
  '3D000': 'the database doesn’t exist',
  '42501': 'the user isn’t allowed to change the schema',
}

/** Explains a failed start in one line that names the variable. Other errors are returned unchanged. */
export async function explainStart(error: unknown, where: Where): Promise<unknown> {
  if (error instanceof SettingsError) return error
  const sentence = (await folderError(error, where)) ?? databaseError(error, where)
  return sentence === null ? error : new SettingsError(sentence)
}

/** Why the database is not there, as a sentence; null where waiting will not help. */
export function absenceOf(error: unknown, { database }: Pick<Where, 'database'>): string | null {
  if (database.kind !== 'postgres') return null
  const reason =
    codesOf(error).flatMap((code) => away[code] ?? [])[0] ?? (isLate(error) ? away['ETIMEDOUT'] : undefined)
  return reason === undefined
    ? null
    : `DATABASE_URL: couldn’t reach ${addressOf(database.connectionString)}: ${reason}.`
}

function databaseError(error: unknown, where: Where) {
  if (where.database.kind !== 'postgres') return null
  const address = addressOf(where.database.connectionString)
  const codes = codesOf(error)
  if (codes.includes(diskFull)) return `DATABASE_URL: the database disk at ${address} is full. Free up space.`
  const reason = codes.flatMap((code) => refused[code] ?? [])[0]
  return reason === undefined ? absenceOf(error, where) : `DATABASE_URL: couldn’t use ${address}: ${reason}.`
}

async function folderError(error: unknown, { dataFolder, database }: Where) {
  const embedded = database.kind === 'embedded' || pathsOf(error).some((path) => path.startsWith(dataFolder))
  const codes = codesOf(error)
  const has = (...wanted: string[]) => codes.some((code) => wanted.includes(code))
  const unwritable = `DATA_DIR: couldn’t write to ${dataFolder}. Give this user write access, or choose another folder.`
  if (takesNoFolder(error)) return unwritable
  if (has(...full) || (embedded && (has(diskFull) || (await isFull(dataFolder)))))
    return `DATA_DIR: the disk of ${dataFolder} is full. Free up space, or choose another folder.`
  if (has(...noFolder)) return `DATA_DIR: ${dataFolder} isn’t a folder. Choose another one.`
  if (has(...forbidden) || (embedded && (await isReadOnly(dataFolder)))) return unwritable
  return null
}

/** A system folder such as /proc: it is there, and yet `mkdir` in it finds no such file. */
const takesNoFolder = (error: unknown) =>
  error instanceof Error && 'syscall' in error && error.syscall === 'mkdir' && codesOf(error).includes('ENOENT')

/** Neither the embedded engine nor `mkdir` always reports the reason. */
async function isFull(folder: string) {
  const disk = await readDisk(await existingPart(folder)).catch(() => null)
  return disk !== null && disk.freeBytes < nothingLeft
}

async function isReadOnly(folder: string) {
  return access(await existingPart(folder), constants.W_OK).then(() => false, isCode(...forbidden))
}

/** The folder, or the nearest one above it that is there. */
export async function existingPart(folder: string): Promise<string> {
  const parent = dirname(folder)
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  return exists || parent === folder ? folder : existingPart(parent)
}

const isCode =
  (...wanted: string[]) =>
  (error: unknown) =>
    codesOf(error).some((code) => wanted.includes(code))

/** Codes of the error and its causes: the query builder wraps the driver's error. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  return [...own, ...codesOf(error.cause)]
}

function pathsOf(error: unknown) {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? [error.path] : []
}

/** The pool says so in words alone. */
function isLate(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /timeout (?:exceeded|expired)|connection timeout|Connection terminated/i.test(error.message) || isLate(error.cause)
  )
}

/** Without user and password. */
export function addressOf(connectionString: string): string {
  if (!URL.canParse(connectionString)) return 'the URL'
  const { host, pathname } = new URL(connectionString)
  return `${host || 'localhost'}${pathname}`
}
