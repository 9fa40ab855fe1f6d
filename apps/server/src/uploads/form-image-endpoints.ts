import type { Hono } from 'hono'
import {
  answeringLimits,
  formImagePath,
  proofHeader,
  uploadFormImageInput,
} from '@quaff/features/signup-forms/answering-contract'
import { imageTooLarge, readFormImage, uploadFormImage } from '@quaff/features/signup-forms/server'
import { anonymous } from '@quaff/platform/server/actor'
import type { Services } from '@quaff/platform/server/context'
import { openContext } from '../api/open-context'
import type { Env } from '../edge/env'
import { errorResponse } from '../edge/error-response'
import { openUpload } from './read-upload'
import { shownFile } from './shown-file'
import { nothingThere, toUploadError } from './upload-error'

const limits = { maxFileBytes: answeringLimits.imageBytes, timeoutMs: 60_000 }
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
      const form = await openUpload(c.req.raw, limits)
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
