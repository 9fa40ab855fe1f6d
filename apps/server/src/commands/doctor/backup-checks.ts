import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { healthLimits } from '@quaff/features/settings/health-contract'
import type { Clock } from '@quaff/platform/server'
import { listSnapshots } from '@quaff/platform/server/adapters/backups/backup-folder'
import { listBackups, type StoredBackup } from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import { Bucket } from '@quaff/platform/server/adapters/backups/bucket/bucket'
import { findLockHolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import type { Examined } from '../../environment'
import { snapshotsFolder } from '../backup/backup-source'
import { findOwnBucket } from '../backup/bucket/backup-place'
import { fail, ok, sentenceOf, usualLimitMs, warn, type Check } from './check'

const minuteMs = 60_000
/** The same limits as System health and the alert rules. */
const oldest = { runningMs: healthLimits.lateSnapshotMs, stoppedMs: 48 * 60 * minuteMs }
const doctorLimits = { operationMs: usualLimitMs, uploadMs: usualLimitMs, attemptMs: usualLimitMs }

/** If the server uses PostgreSQL, only the bucket is checked, because the operator makes the backups. */
export function backupChecks(examined: Examined, clock: Clock): Check[] {
  const { settings } = examined
  const { database } = settings
  if (database.kind !== 'embedded') return bucketChecks(examined, clock)
  const run = async () => {
    // Written once, when the database is made or restored.
    const made = await stat(join(database.folder, 'data', 'PG_VERSION')).catch(() => null)
    if (!made) return ok('nothing to back up yet')
    const isRunning = (await findLockHolder(database.folder)) !== null
    return judgeSnapshots(snapshotsFolder(settings), { now: clock.now(), madeAt: made.mtime, isRunning })
  }
  return [{ name: 'backup', run, advice }, ...bucketChecks(examined, clock)]
}

const advice = 'See "Backup and restore" in docs/operations/back-up.md.'

/** Checks access to the bucket and the age of its newest backup. Retention is checked by the writer. */
function bucketChecks({ settings, errors }: Examined, clock: Clock): Check[] {
  const wrong = errors.find(({ name }) => name.startsWith('BACKUP_S3_'))
  const own = findOwnBucket(settings)
  if (!wrong && !own) return []
  const run = async () => {
    if (!own) return fail(`${wrong?.name} is invalid`, 'Correct it, then run this again.')
    const isRunning = settings.database.kind === 'embedded' && (await findLockHolder(settings.database.folder)) !== null
    // A snapshot may be as late as allowed, and is checked every five minutes.
    const oldestMs = isRunning ? own.everyMs + oldest.runningMs : oldest.stoppedMs
    return judgeBucket(new Bucket(own.bucket.place, doctorLimits), oldestMs, clock.now())
  }
  return [{ name: 'backup bucket', run, limitMs: 2 * usualLimitMs, advice }]
}

async function judgeBucket(bucket: Bucket, oldestMs: number, now: Date) {
  let stored: StoredBackup[]
  try {
    stored = await listBackups(bucket)
  } catch (error) {
    return fail(sentenceOf(error), advice)
  }
  const newest = stored.at(-1)
  if (!newest) return warn(`no backup in ${bucket.where} yet`, 'Run `npm run backup -- s3`.')
  const ageMs = now.getTime() - newest.takenAt.getTime()
  const seen = `${stored.length} backups in ${bucket.where}, latest ${ageOf(ageMs)} old`
  if (ageMs <= oldestMs) return ok(seen)
  return warn(seen, 'Look for `job_failed` with kind `upload_snapshot` in the log. With PostgreSQL, check your timer.')
}

type Details = { now: Date; madeAt: Date; isRunning: boolean }

async function judgeSnapshots(folder: string, { now, madeAt, isRunning }: Details) {
  const snapshots = await listSnapshots(folder)
  const newest = snapshots.at(-1)
  if (!newest) return judgeNone(folder, now.getTime() - madeAt.getTime(), isRunning)
  const ageMs = now.getTime() - newest.takenAt.getTime()
  const seen = `${snapshots.length} snapshots in ${folder}, latest ${ageOf(ageMs)} old`
  if (isRunning && ageMs > oldest.runningMs)
    return warn(seen, 'Look for `job_failed` with kind `take_snapshot` in the server log.')
  if (!isRunning && ageMs > oldest.stoppedMs)
    return warn(seen, 'Start the server, or run `npm run backup -- <empty folder>`.')
  return ok(seen)
}

function judgeNone(folder: string, databaseAgeMs: number, isRunning: boolean) {
  const seen = `no snapshot in ${folder}, database ${ageOf(databaseAgeMs)} old`
  if (databaseAgeMs <= oldest.runningMs) return ok(`${seen}; the first follows 15 minutes after the first start`)
  return isRunning
    ? warn(seen, 'If the server has run for 30 minutes, look for `job_failed` with kind `take_snapshot` in its log.')
    : warn(seen, 'Start the server (a snapshot every 15 minutes), or run `npm run backup -- <empty folder>`.')
}

function ageOf(ms: number) {
  const minutes = Math.max(0, Math.round(ms / minuteMs))
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 60 / 24)} days`
}
