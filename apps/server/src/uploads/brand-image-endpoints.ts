import type { Hono } from 'hono'
import {
  brandFilePath,
  brandImageLimits,
  brandUploadPath,
  uploadBrandImageInput,
  uploadLimits,
} from '@quaff/features/branding/contract'
import { tooLargeSentence } from '@quaff/features/branding/rules'
import { readBrandFile, uploadBrandImage } from '@quaff/features/branding/server'
import type { Services } from '@quaff/platform/server/context'
import { openContext } from '../api/open-context'
import { refuseByRights } from '../api/rights-before-shape'
import type { Env } from '../edge/env'
import { errorResponse } from '../edge/error-response'
import type { UploadErrorCode } from './bounded-body'
import { openUpload } from './read-upload'
import { shownFile } from './shown-file'
import { nothingThere, toUploadError } from './upload-error'

const limits = { maxFileBytes: brandImageLimits.maxBytes, timeoutMs: uploadLimits.timeoutMs }
const unread = { read: () => Promise.reject(new Error('Nothing was read yet')), signal: undefined }

/** Uploads pass the upload guard; downloads are public. Both handle only images that we have encoded. */
export function mountBrandImages(app: Hono<Env>, services: Services): void {
  app.post(brandUploadPath, async (c) => {
    const ctx = await openContext(c, services)
    await refuseByRights(ctx, (caller, input) => uploadBrandImage(caller, input, unread), {})
    try {
      const form = await openUpload(c.req.raw, limits)
      try {
        const input = uploadBrandImageInput.parse(form.fields)
        const upload = { read: () => form.readFile(), signal: c.req.raw.signal }
        return c.json(await uploadBrandImage(ctx, input, upload))
      } finally {
        await form.close()
      }
    } catch (error) {
      return errorResponse(c, toUploadError(error, errorSentences))
    }
  })

  app.get(`${brandFilePath}/:name`, async (c) => {
    const file = await readBrandFile(services, c.req.param('name'))
    if (!file) return errorResponse(c, nothingThere)
    // The name is unique per image, and its content never changes.
    return shownFile(file, 'public, max-age=31536000, immutable')
  })
  app.all('/files/*', (c) => errorResponse(c, nothingThere))
}

const errorSentences = {
  shape: 'Couldn’t read the upload. Send merchantId, kind and version, then one file.',
  'too-large': tooLargeSentence,
  cut: 'The upload was interrupted. Upload the image again.',
  'too-slow': 'The upload took over 10 minutes. Try a smaller file or a faster connection.',
} as const satisfies Record<UploadErrorCode['kind'], string>
