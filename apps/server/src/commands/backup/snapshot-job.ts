import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecurringJob } from '@quaff/platform/server'
import {
  findNewestSnapshot,
  nameOfSnapshot,
  sizeOfFolder,
  thinSnapshots,
  writeBackup,
} from '@quaff/platform/server/adapters/backups/backup-folder'
import { readManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import type { EarlierCopy } from '@quaff/platform/server/adapters/backups/tree-copy'
import { takeEmbedded, type EmbeddedSource, type Taken } from './take-embedded'

const minuteMs = 60_000
/** About half a second of counting: beyond that a running server is held up for too long. */
const countAtMost = 500_000

export function snapshotJob(source: EmbeddedSource, folder: string): RecurringJob {
  let isRunning = false
  return {
    everyMs: 15 * minuteMs,
    // Not longer: the longest lease determines how long any job of a killed server waits.
    leaseMs: 10 * minuteMs,
    async run(_, signal) {
      // The first start has enough to do, and nothing yet that would be missed: the next turn takes the first one.
      if (!existsSync(folder)) return void (await mkdir(folder, { recursive: true, mode: 0o700 }))
      // The lease ran out on a slow disk, and the folder is still being written.
      if (isRunning) return
      isRunning = true
      try {
        await takeSnapshot(source, folder, signal)
      } finally {
        isRunning = false
      }
    },
  }
}

/**
 * Snapshots are on the same disk as the database: they protect against mistakes and corruption, not against a lost
 * disk. An aborted one leaves nothing.
 */
export async function takeSnapshot(source: EmbeddedSource, folder: string, signal?: AbortSignal): Promise<Taken> {
  const { clock, log } = source.services
  const takenAt = clock.now()
  // Before the new one: of a full disk only this makes room.
  await thinSnapshots(folder, takenAt)
  const earlier = await findEarlier(folder, takenAt)
  const size = earlier ? sizeOfFolder(join(source.databaseFolder, 'data', 'base')) : sizeOfFolder(source.databaseFolder)
  const taken = await writeBackup(join(folder, nameOfSnapshot(takenAt)), await size, (draft) =>
    takeEmbedded(source, draft, { earlier, countAtMost, takenAt, signal }),
  )
  log.info('snapshot_taken', { pausedMs: Math.round(taken.pausedMs), bytes: taken.manifest.totalBytes })
  return taken
}

/** Links only to snapshots of the same day, so that a damaged file does not spread beyond it. */
async function findEarlier(folder: string, now: Date): Promise<EarlierCopy | null> {
  const newest = await findNewestSnapshot(folder, now)
  if (newest?.takenAt.toISOString().slice(0, 10) !== now.toISOString().slice(0, 10)) return null
  const manifest = await readManifest(newest.path).catch(() => null)
  return manifest && { folder: newest.path, manifest }
}
