import { basename } from 'node:path'
import type { RecurringJob } from '@quaff/platform/server'
import { listSnapshots } from '@quaff/platform/server/adapters/backups/backup-folder'
import { listBackups, thinBackups, uploadBackup } from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import type { Bucket } from '@quaff/platform/server/adapters/backups/bucket/bucket'

const minuteMs = 60_000

/**
 * Uploads the newest snapshot when the last one in the bucket is `everyMs` older. It is separate from the snapshot
 * job, so that a slow or unreachable bucket delays no snapshot.
 */
export function uploadJob(folder: string, own: { bucket: Bucket; everyMs: number }): RecurringJob {
  let isRunning = false
  return {
    everyMs: 5 * minuteMs,
    leaseMs: 10 * minuteMs,
    async run({ clock, log }, signal) {
      // Its lease ran out, and it is still sending.
      if (isRunning) return
      isRunning = true
      const until = own.bucket.until(signal)
      try {
        const newest = (await listSnapshots(folder)).at(-1)
        const last = (await listBackups(until)).at(-1)
        if (!newest || (last && newest.takenAt.getTime() - last.takenAt.getTime() < own.everyMs)) return
        const startedAt = performance.now()
        const bytes = await uploadBackup(until, basename(newest.path), newest.path)
        log.info('snapshot_uploaded', { bytes, ms: Math.round(performance.now() - startedAt) })
        await thinBackups(until, clock.now())
      } finally {
        isRunning = false
      }
    },
  }
}
