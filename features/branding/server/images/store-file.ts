import type { OneMerchant } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { BrandImageKind } from '../../contract'
import { deleteUnusedImage, insertUploadedImage } from '../branding-store'
import { keptContentType, type EncodedImage } from './encode-brand-image'

export type StoredFile = { id: string; storageKey: string; uploadedBy: string }
type Owner = { merchant: OneMerchant; kind: BrandImageKind; userId: string }

const notStored = 'The image could not be stored at the moment. Nothing was changed. Try again in a few minutes.'

/** In the file store; the random name is also the last part of the address. */
export const fileKey = (storageKey: string) => `brand/${storageKey}`

/** The row comes first: a file that nobody knows of could never be cleared away. */
export async function storeFile(ctx: Context, owner: Owner, image: EncodedImage): Promise<StoredFile> {
  const name = Buffer.from(ctx.secrets.newToken(), 'base64url').toString('hex')
  const file = { id: ctx.ids.newId('img'), storageKey: `${name}.webp`, uploadedBy: owner.userId }
  await insertUploadedImage(ctx.db, owner.merchant, {
    ...file,
    kind: owner.kind,
    contentType: keptContentType,
    byteSize: image.bytes.length,
    width: image.width,
    height: image.height,
    createdAt: ctx.clock.now(),
  })
  try {
    await ctx.files.put(fileKey(file.storageKey), image.bytes, keptContentType)
    return file
  } catch (error) {
    ctx.log.error('brand_image_not_stored', {
      imageId: file.id,
      error: error instanceof Error ? error.name : 'unknown',
    })
    await discardFile(ctx, file)
    throw refuse(platformRefusals, 'FILE_STORE', notStored)
  }
}

/** Only what was never put into use. What cannot be cleared away now is left to the purge. */
export async function discardFile(ctx: Context, { id, storageKey }: StoredFile): Promise<void> {
  try {
    if (await deleteUnusedImage(ctx.db, id)) await ctx.files.remove(fileKey(storageKey))
  } catch (error) {
    ctx.log.warn('brand_image_left_behind', { imageId: id, error: error instanceof Error ? error.name : 'unknown' })
  }
}
