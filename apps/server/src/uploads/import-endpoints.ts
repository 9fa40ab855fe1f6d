import type { Hono } from 'hono'
import { importUploadPath, uploadImportInput, uploadLimits } from '@quaff/features/imports/contract'
import { uploadImport } from '@quaff/features/imports/server'
import type { Services } from '@quaff/platform/server/context'
import { openContext } from '../api/open-context'
import { refuseByRights } from '../api/rights-before-shape'
import type { Env } from '../edge/env'
import { errorResponse } from '../edge/error-response'
import type { UploadErrorCode } from './bounded-body'
import { openUpload } from './read-upload'
import { toUploadError } from './upload-error'

const limits = { maxFileBytes: uploadLimits.maxBytes, timeoutMs: uploadLimits.timeoutMs }

async function* unread(): AsyncGenerator<Uint8Array> {}

/** Receives one file of an old system onto the disk; it is only checked. */
export function mountImports(app: Hono<Env>, services: Services): void {
  app.post(importUploadPath, async (c) => {
    const ctx = await openContext(c, services)
    await refuseByRights(ctx, (caller, input) => uploadImport(caller, input, unread()), {})
    try {
      const form = await openUpload(c.req.raw, limits)
      try {
        return c.json(await uploadImport(ctx, uploadImportInput.parse(form.fields), form.streamFile()))
      } finally {
        await form.close()
      }
    } catch (error) {
      return errorResponse(c, toUploadError(error, errorSentences))
    }
  })
}

const errorSentences = {
  shape: 'Couldn’t read the upload. Send fileName, then one file.',
  'too-large': 'This file is over 512 MB. Compress it (.gz) or use the command.',
  cut: 'The upload was interrupted. Upload the file again.',
  'too-slow': 'The upload took over 10 minutes. Use the command to import this file.',
} as const satisfies Record<UploadErrorCode['kind'], string>
