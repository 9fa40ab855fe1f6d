import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { signupFormPermissions } from '../permissions'
import { findSentUpload } from './upload-store'

export type FormImage = { bytes: Uint8Array; contentType: string; fileName: string }

/** For whoever may read the submission that it came with. Refuses with FILE_STORE while the store is away. Null for every other id, without saying why. */
export async function readFormImage(ctx: Context, uploadId: string): Promise<FormImage | null> {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  if (!/^[\w-]{1,64}$/.test(uploadId)) return null
  const upload = await findSentUpload(ctx.db, uploadId)
  if (!upload) return null
  const bytes = await ctx.files.get(upload.fileKey).catch((error: unknown) => {
    ctx.log.error('form_image_not_read', { imageId: uploadId, error: error instanceof Error ? error.name : 'unknown' })
    throw refuse(platformRefusals, 'FILE_STORE', 'Couldn’t load the picture. Try again in a few minutes.')
  })
  if (!bytes) {
    ctx.log.error('form_image_missing', { imageId: uploadId })
    return null
  }
  return { bytes, contentType: upload.contentType, fileName: `${upload.id}.webp` }
}
