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
import {
  answeringLimits,
  formImagePath,
  proofHeader,
  uploadFormImageInput,
} from '@quaff/features/signup-forms/answering-contract'
import { imageTooLarge, readFormImage, uploadFormImage } from '@quaff/features/signup-forms/server'
import { anonymous, type Services } from '@quaff/platform/server'
import { openContext } from '../api/open-context'
import { refuseByRights } from '../api/rights-before-shape'
import type { Env } from '../edge/env'
import { errorResponse } from '../edge/error-response'
import type { UploadErrorCode } from './bounded-body'
import { openUpload, nothingThere, toUploadError } from './read-upload'

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

interface ShownFile {
  bytes: Uint8Array
  contentType: string
  fileName: string
}

/** An uploaded picture, in which nothing runs. */
function shownFile({ bytes, contentType, fileName }: ShownFile, cacheControl: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="${fileName}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': cacheControl,
    },
  })
}

const formImageUpload = { maxFileBytes: answeringLimits.imageBytes, timeoutMs: 60_000 }
const sentences = {
  shape: 'Couldn’t read the upload. Send one file and nothing else.',
  'too-large': imageTooLarge,
  cut: 'The upload was interrupted. Add the image again.',
  'too-slow': 'The upload took over a minute. Try a faster connection.',
} as const

/** Uploads need a verified email but no session. Downloads need the right to read submissions. */
export function mountFormImages(app: Hono<Env>, services: Services): void {
  app.post(`${formImagePath}/:slug`, async (c) => {
    try {
      const proof = c.req.header(proofHeader) ?? ''
      const input = uploadFormImageInput.safeParse({ slug: c.req.param('slug'), proof })
      if (!input.success) return errorResponse(c, noProof)
      const ctx = { ...services, actor: anonymous, request: c.get('request'), cookies: c.get('cookies') }
      const form = await openUpload(c.req.raw, formImageUpload)
      try {
        return c.json(await uploadFormImage(ctx, { ...input.data, read: () => form.readFile() }))
      } finally {
        await form.close()
      }
    } catch (error) {
      return errorResponse(c, toUploadError(error, sentences))
    }
  })

  app.get(`${formImagePath}/:id`, async (c) => {
    const ctx = await openContext(c, services)
    const file = await readFormImage(ctx, c.req.param('id'))
    if (!file) return errorResponse(c, nothingThere)
    return shownFile(file, 'private, no-store')
  })
}

const noProof = {
  status: 401,
  code: 'UNAUTHORIZED',
  reason: 'PROOF',
  message: 'Confirm your email address first.',
  unexpected: false,
}
