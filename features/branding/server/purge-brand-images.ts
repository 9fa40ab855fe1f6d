import type { Services } from '@quaff/platform/server/context'
import { uploadLimits } from '../contract'
import { deletePurgeableImage, listPurgeableImages } from './branding-store'
import { fileKey } from './store-file'

/** Receiving and storing may take ten minutes each. */
const unfinishedForMs = 60 * 60_000
/** A user who still sees "Undo" must be able to restore the file. */
const graceMs = 5 * 60_000
const batch = 100

/** Uploads that never finished, images removed more than 24 hours ago and those of deleted merchants: the file first, then its row. */
export async function purgeBrandImages(services: Services): Promise<void> {
  const { db, files, clock, log } = services
  const now = clock.now().getTime()
  const bounds = {
    startedBefore: new Date(now - unfinishedForMs),
    removedBefore: new Date(now - uploadLimits.undoMs - graceMs),
  }
  const images = await listPurgeableImages(db, bounds, batch)
  for (const { id, storageKey } of images) {
    await files.remove(fileKey(storageKey))
    await deletePurgeableImage(db, id, bounds)
  }
  if (images.length > 0) log.info('brand_images_purged', { count: images.length })
  if (images.length === batch) await purgeBrandImages(services)
}
