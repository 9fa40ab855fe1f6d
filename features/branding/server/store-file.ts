import type { OneMerchant } from '@quaff/features/sessions/server'
import { type Context, platformRefusals, refuse, type Services } from '@quaff/platform/server'
import { type BrandImageKind, uploadLimits } from '../contract'
import {
  deleteUnusedImage,
  insertUploadedImage,
  insertImportedImage,
  deletePurgeableImage,
  listPurgeableImages,
} from './branding-store'
import { keptContentType, type EncodedImage } from './encode-brand-image'

type StoredImage = { id: string; storageKey: string }
export type StoredFile = StoredImage & { uploadedBy: string }
type Owner = { merchant: OneMerchant; kind: BrandImageKind; userId: string }

const notStored = 'Couldn’t save the image. Try again in a few minutes.'

/** The random storage key is also the last part of the URL. */
export const fileKey = (storageKey: string) => `brand/${storageKey}`

export async function storeFile(ctx: Context, owner: Owner, image: EncodedImage): Promise<StoredFile> {
  const { merchant, kind, userId: uploadedBy } = owner
  try {
    const file = await storeImage(ctx, image, (row) =>
      insertUploadedImage(ctx.db, merchant, { ...row, kind, uploadedBy }),
    )
    return { ...file, uploadedBy }
  } catch (error) {
    if (error instanceof NotStored) throw refuse(platformRefusals, 'FILE_STORE', notStored)
    throw error
  }
}

/** The file store failed to store the file and holds no part of it. */
class NotStored extends Error {}

type ImageRow = StoredImage & Pick<EncodedImage, 'width' | 'height'> & ImageDetails
type ImageDetails = { contentType: string; byteSize: number; createdAt: Date }

/** Inserts the row first, because a file without a row could never be cleaned up. */
async function storeImage(
  services: Services,
  { bytes, width, height }: EncodedImage,
  insert: (row: ImageRow) => Promise<void>,
): Promise<StoredImage> {
  const name = Buffer.from(services.secrets.newToken(), 'base64url').toString('hex')
  const file = { id: services.ids.newId('img'), storageKey: `${name}.webp` }
  const about = { contentType: keptContentType, byteSize: bytes.length, createdAt: services.clock.now() }
  await insert({ ...file, width, height, ...about })
  try {
    await services.files.put(fileKey(file.storageKey), bytes, keptContentType)
    return file
  } catch (error) {
    services.log.error('brand_image_not_stored', {
      imageId: file.id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    await discardFile(services, file)
    throw new NotStored('The file store took no image', { cause: error })
  }
}

/** Removes images that were never used. If that fails, the purge job removes them. */
export async function discardFile(services: Services, { id, storageKey }: StoredImage) {
  const { db, files, log } = services
  try {
    if (await deleteUnusedImage(db, id)) await files.remove(fileKey(storageKey))
  } catch (error) {
    log.warn('brand_image_left_behind', { imageId: id, error: error instanceof Error ? error.name : 'unknown' })
  }
}

/**
 * Stores a picture of an import before it is put into use. If the process dies, the purge job removes the unfinished
 * upload. Throws the file store's errors.
 */
export function storeImportedImage(
  services: Services,
  { merchantId, kind }: { merchantId: string; kind: BrandImageKind },
  image: EncodedImage,
): Promise<StoredImage> {
  return storeImage(services, image, (row) =>
    insertImportedImage(services.db, { ...row, merchantId, kind, uploadedBy: null }),
  )
}

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
