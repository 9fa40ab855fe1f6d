import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Settings } from '@quaff/platform/server/adapters/files/s3-client'
import { s3FileStore } from '@quaff/platform/server/adapters/files/s3-file-store'
import type { Examined } from '../../environment'
import { existingPart } from '../../settings/start-error'
import { fail, ok, sentenceOf, usualLimitMs, warn, type Check } from './check'

const attemptMs = usualLimitMs - 1_000
const bucketLimits = { operationMs: attemptMs, uploadMs: attemptMs, attemptMs }

export function filesChecks({ settings: { files }, errors }: Examined): Check[] {
  const wrong = errors.find(({ name }) => name.startsWith('FILES_S3_'))
  const run = () => {
    if (wrong) return Promise.resolve(fail(`${wrong.name} is invalid`, 'Correct it, then run this again.'))
    return files.kind === 'disk' ? judgeFolder(files.folder) : judgeBucket(files)
  }
  // Three calls of a bucket, each with the usual limit.
  return [{ name: 'files', run, limitMs: 3 * usualLimitMs, advice: 'See "Files" in docs/operations/install.md.' }]
}

/** Not through the store, which would create folders and remove leftovers. */
async function judgeFolder(folder: string) {
  if (!existsSync(folder)) return judgeMissingFolder(folder)
  const path = join(folder, `doctor-${randomBytes(6).toString('hex')}.txt`)
  const content = randomBytes(16).toString('hex')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    if ((await readFile(path, 'utf8')) !== content)
      return fail(`${folder} returned corrupted data`, 'Replace the disk and restore from a backup.')
    return ok(`test file written, read and deleted in ${folder}`)
  } catch (error) {
    return fail(
      `couldn’t write to ${folder}: ${sentenceOf(error)}`,
      'Give this user write access, or choose another DATA_DIR.',
    )
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function judgeMissingFolder(folder: string) {
  try {
    await access(await existingPart(folder), constants.W_OK)
  } catch (error) {
    return fail(
      `couldn’t create ${folder}: ${sentenceOf(error)}`,
      'Give this user write access, or choose another DATA_DIR.',
    )
  }
  return warn(
    `${folder} doesn’t exist yet`,
    'None needed before the first upload. Otherwise check DATA_DIR and that its disk is mounted.',
  )
}

async function judgeBucket(settings: S3Settings) {
  const store = s3FileStore(settings, bucketLimits)
  const key = `doctor-${randomBytes(6).toString('hex')}.txt`
  const content = randomBytes(16).toString('hex')
  const where = `bucket ${settings.bucket}`
  let isLeft = false
  try {
    isLeft = true
    await store.put(key, Buffer.from(content), 'text/plain')
    const read = await store.get(key)
    if (read === null || Buffer.from(read).toString() !== content)
      return fail(`${where} returned corrupted data`, 'Contact your storage provider.')
    await store.remove(key)
    isLeft = false
    return ok(`test file written, read and deleted in ${where}`)
  } catch (error) {
    return fail(
      `${where}: ${sentenceOf(error)}`,
      'Check FILES_S3_ENDPOINT, the region, and that the key allows PutObject, GetObject and DeleteObject.',
    )
  } finally {
    // Also after a failed write, which may have arrived.
    if (isLeft) await store.remove(key).catch(() => undefined)
  }
}
