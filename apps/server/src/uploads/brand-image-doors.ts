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
import { requireUser } from '@quaff/platform/server/authorize'
import type { Services } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import { openContext } from '../api/open-context'
import type { Env } from '../edge/env'
import { toHttpError, type HttpError } from '../edge/error-mapper'
import { errorResponse } from '../edge/error-response'
import { UploadFault } from './bounded-body'
import { openUpload } from './read-upload'

const limits = { maxFileBytes: brandImageLimits.maxBytes, timeoutMs: uploadLimits.timeoutMs }
const immutable = 'public, max-age=31536000, immutable'

/** In through the guard for uploads, out to anybody: both only ever see pictures that we have drawn ourselves. */
export function mountBrandImages(app: Hono<Env>, services: Services): void {
  app.post(brandUploadPath, async (c) => {
    const ctx = await openContext(c, services)
    requireUser(ctx.actor)
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
      return errorResponse(c, toUploadError(error))
    }
  })

  app.get(`${brandFilePath}/:name`, async (c) => {
    const file = await readBrandFile(services, c.req.param('name'))
    if (!file) return errorResponse(c, nothingThere)
    return new Response(new Uint8Array(file.bytes), {
      headers: {
        'content-type': file.contentType,
        'content-length': String(file.bytes.length),
        'content-disposition': `inline; filename="${file.fileName}"`,
        'content-security-policy': "sandbox; default-src 'none'",
        // The name is as good as new for every image: what it stands for never changes.
        'cache-control': immutable,
      },
    })
  })
  app.all('/files/*', (c) => errorResponse(c, nothingThere))
}

const faultSentences = {
  shape: 'The upload could not be read. Send merchantId, kind and version, then one file.',
  'too-large': tooLargeSentence,
  cut: 'The upload was cut off. Nothing was changed. Upload the image again.',
  'too-slow': 'The upload took longer than ten minutes. Nothing was changed. Try again on a faster connection.',
} as const satisfies Record<UploadFault['kind'], string>
const faultReasons = {
  shape: 'UPLOAD',
  'too-large': 'IMAGE_TOO_LARGE',
  cut: 'UPLOAD_CUT',
  'too-slow': 'UPLOAD_TIMEOUT',
} as const

/** Statuses that say more than the code of a refusal. */
const statusByReason: Readonly<Record<string, Pick<HttpError, 'status' | 'code'>>> = {
  IMAGE_TOO_LARGE: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  IMAGE_TYPE: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  UPLOAD_TIMEOUT: { status: 408, code: 'TIMEOUT' },
}

function toUploadError(error: unknown): HttpError {
  if (!(error instanceof UploadFault)) return withStatus(toHttpErrorOrThrow(error))
  return withStatus(toHttpError(new Refusal('BAD_REQUEST', faultReasons[error.kind], faultSentences[error.kind])))
}

/** What nobody expected goes on to the handler that logs it. */
function toHttpErrorOrThrow(error: unknown): HttpError {
  const known = toHttpError(error)
  if (known.unexpected) throw error
  return known
}

function withStatus(error: HttpError): HttpError {
  return { ...error, ...statusByReason[error.reason] }
}

const nothingThere: HttpError = {
  status: 404,
  code: 'NOT_FOUND',
  reason: 'PATH',
  message: 'There is nothing at this address.',
  unexpected: false,
}
