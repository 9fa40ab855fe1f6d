import { readFileSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type FolderLock = { release(): Promise<void> }
type Holder = { pid: number; startedAt: string | null }

/** A file being written has no content for a moment; only one that stays unreadable is taken for broken. */
const rereadAfterMs = 100
const settleMs = 50
const attempts = 5

/**
 * PGlite does not notice a second process on its folder and would lose rows. A lock whose process is gone,
 * or whose number belongs to a later process, is taken over.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'database.lock')
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await createLock(path)) {
      if (attempt > 0) await refuseUnlessOurs(path, folder)
      return { release: () => rm(path, { force: true }) }
    }
    const holder = await readHolder(path)
    if (holder && isRunning(holder)) {
      throw new Error(`The database folder ${folder} is in use by process ${holder.pid}.`)
    }
    await removeStale(path, holder)
  }
  throw new Error(`The database folder ${folder} could not be locked: ${path} keeps coming back.`)
}

/** Of two processes that take over the same stale lock, the slower may have removed the faster one's new lock. */
async function refuseUnlessOurs(path: string, folder: string): Promise<void> {
  await wait(settleMs)
  const holder = await parseHolder(path)
  if (holder?.pid !== process.pid) throw new Error(`The database folder ${folder} is in use by process ${holder?.pid}.`)
}

async function createLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder))
    await file.close()
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  const first = await parseHolder(path)
  if (first) return first
  await wait(rereadAfterMs)
  return parseHolder(path)
}

async function parseHolder(path: string): Promise<Holder | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number') return null
    const startedAt = 'startedAt' in value && typeof value.startedAt === 'string' ? value.startedAt : null
    return { pid: value.pid, startedAt }
  } catch {
    return null
  }
}

/** Removes the lock only if it is still the stale one that was read: another process may have taken over meanwhile. */
async function removeStale(path: string, stale: Holder | null): Promise<void> {
  const now = await parseHolder(path)
  if (now?.pid !== stale?.pid || now?.startedAt !== stale?.startedAt) return
  await rm(path, { force: true })
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if (!isCode(error, 'EPERM')) return false
  }
  const current = startOf(pid)
  return current === null || startedAt === null || current === startedAt
}

/** Start in clock ticks since boot, which tells a process from a later one with its number; null where /proc is missing. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
