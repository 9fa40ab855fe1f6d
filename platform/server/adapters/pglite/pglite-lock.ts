import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type FolderLock = { release(): Promise<void> }
/** `place`: where `pid` means something; null in locks of earlier versions. */
type Holder = { pid: number; startedAt: string | null; place: string | null; host: string; token: string }
/** Another process works with the folder. */
export class FolderInUse extends Error {}
type LockOptions = {
  beatMs: number
  patienceMs: number
  /** Another process has taken over the folder; nothing may be written to it. */
  onLost(error: Error): void
  print(line: string): void
}

/** A file being written has no content for a moment; only one that stays unreadable is taken for broken. */
const rereadAfterMs = 100
const settleMs = 50
const attempts = 5
const usual: LockOptions = {
  beatMs: 2_000,
  patienceMs: 15_000,
  onLost: () => {},
  print: (line) => void process.stderr.write(`${line}\n`),
}

/**
 * PGlite does not notice a second process on its folder and would lose rows. The lock of a dead process is taken
 * over. A process in another container or on another host cannot be checked, so its lock has a heartbeat and expires.
 */
export async function lockFolder(folder: string, given: Partial<LockOptions> = {}): Promise<FolderLock> {
  const path = join(folder, 'database.lock')
  const options = { ...usual, ...given }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const own = await createLock(path)
    if (own) {
      if (attempt > 0) await refuseUnlessOurs(path, folder, own)
      return holdLock(path, folder, own, options)
    }
    const holder = await readHolder(path)
    if (holder && (await isAlive(path, folder, holder, options))) throw inUse(folder, holder)
    await removeStale(path, holder)
  }
  throw new Error(`Couldn’t lock the database folder ${folder}: ${path} keeps coming back.`)
}

/**
 * Returns the holder of the folder without waiting or taking over; null if it is free. A process on another host
 * counts as running.
 */
export async function findLockHolder(folder: string): Promise<{ pid: number; host: string | null } | null> {
  const holder = await readHolder(join(folder, 'database.lock'))
  if (!holder) return null
  if (!isHere(holder)) return { pid: holder.pid, host: holder.host }
  return isRunning(holder) ? { pid: holder.pid, host: null } : null
}

function inUse(folder: string, holder: Holder | null) {
  const where = holder === null || isHere(holder) ? '' : ` on ${holder.host}`
  return new FolderInUse(`The database folder ${folder} is in use by process ${holder?.pid}${where}.`)
}

/** If two processes take over the same stale lock, the slower one may have removed the new lock of the faster one. */
async function refuseUnlessOurs(path: string, folder: string, own: Holder) {
  await wait(settleMs)
  const holder = await parseHolder(path)
  if (holder?.token !== own.token) throw inUse(folder, holder)
}

async function createLock(path: string) {
  const startedAt = startOf(process.pid)
  const own = { pid: process.pid, startedAt, place: herePlace(), host: hostname(), token: randomUUID() }
  try {
    await writeFile(path, textOf(own, 0), { flag: 'wx' })
    return own
  } catch (error) {
    if (isCode(error, 'EEXIST')) return null
    throw error
  }
}

/** Always as long as before, so that no reader meets half of it. */
const textOf = (holder: Holder, beat: number) => JSON.stringify({ ...holder, beat: String(beat).padStart(12, '0') })

/** Rewritten instead of touched: a network file system may cache the old modification time. */
function holdLock(path: string, folder: string, own: Holder, { beatMs, onLost }: LockOptions): FolderLock {
  let beat = 0
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    beating ??= pulse().finally(() => (beating = null))
  }, beatMs)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      await beating
      if ((await parseHolder(path))?.token === own.token) await rm(path, { force: true })
    },
  }

  async function pulse(): Promise<void> {
    // A full disk or a share that is away for a moment is no reason to stop: the next one may succeed.
    if (!(await isReadable(path))) return
    const holder = await readHolder(path)
    if (holder?.token === own.token) {
      beat += 1
      await writeFile(path, textOf(own, beat), { flag: 'r+' }).catch(() => {})
      return
    }
    clearInterval(timer)
    onLost(new Error(`the folder ${folder} was taken over by process ${holder?.pid ?? 'unknown'}.`))
  }
}

async function isReadable(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    (error: unknown) => isCode(error, 'ENOENT'),
  )
}

async function isAlive(path: string, folder: string, holder: Holder, options: LockOptions) {
  if (isHere(holder)) return isRunning(holder)
  const seen = await readFile(path, 'utf8').catch(() => '')
  const name = `process ${holder.pid} on ${holder.host}`
  options.print(`The database folder ${folder} is locked by ${name}. Waiting…`)
  const giveUpAt = performance.now() + options.patienceMs
  while (performance.now() < giveUpAt) {
    await wait(Math.min(options.beatMs, options.patienceMs) / 2)
    // Also if the lock is missing: the next attempt reads the new holder.
    if ((await readFile(path, 'utf8').catch(() => '')) !== seen) return true
  }
  options.print(`No sign of it for ${options.patienceMs / 1_000} seconds: taking over its lock.`)
  return false
}

const isHere = ({ place }: Holder) => place === null || place === herePlace()

/** A number of a process means something within one start of one machine, and there within one container. */
function herePlace() {
  const bootId = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const namespace = tryRead(() => readlinkSync('/proc/self/ns/pid'))
  return [bootId || hostname(), namespace].join(' ')
}

function tryRead(read: () => string) {
  try {
    return read()
  } catch {
    return ''
  }
}

async function readHolder(path: string) {
  const first = await parseHolder(path)
  if (first) return first
  await wait(rereadAfterMs)
  return parseHolder(path)
}

async function parseHolder(path: string): Promise<Holder | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number') return null
    const { startedAt, place, host, token }: Partial<Record<keyof Holder, unknown>> = value
    const text = (part: unknown) => (typeof part === 'string' ? part : null)
    return {
      pid: value.pid,
      startedAt: text(startedAt),
      place: text(place),
      host: text(host) ?? '',
      token: text(token) ?? '',
    }
  } catch {
    return null
  }
}

/** Removes the lock only if it is still the stale one; another process may have taken over. */
async function removeStale(path: string, stale: Holder | null) {
  const now = await parseHolder(path)
  if (now?.pid !== stale?.pid || now?.startedAt !== stale?.startedAt || now?.token !== stale?.token) return
  await rm(path, { force: true })
}

function isRunning({ pid, startedAt }: Holder) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if (!isCode(error, 'EPERM')) return false
  }
  const current = startOf(pid)
  return current === null || startedAt === null || current === startedAt
}

/** Start time in clock ticks since boot, which distinguishes reused process ids. Null without /proc. */
function startOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code
}
