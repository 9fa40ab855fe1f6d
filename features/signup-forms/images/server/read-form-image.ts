import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { signupFormPermissions } from '../../permissions'
import { findSentUpload } from './upload-store'

export type FormImage = { bytes: Uint8Array; contentType: string; fileName: string }

/** For whoever may read the submission that it came with. Null for every other id, without saying why. */
export async function readFormImage(ctx: Context, uploadId: string): Promise<FormImage | null> {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  if (!/^[\w-]{1,64}$/.test(uploadId)) return null
  const upload = await findSentUpload(ctx.db, uploadId)
  if (!upload) return null
  const bytes = await ctx.files.get(upload.fileKey)
  if (!bytes) {
    ctx.log.error('form_image_missing', { imageId: uploadId })
    return null
  }
  return { bytes, contentType: upload.contentType, fileName: `${upload.id}.webp` }
}
