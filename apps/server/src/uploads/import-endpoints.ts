import type { Hono } from 'hono'
import { importUploadPath, uploadImportInput, uploadLimits } from '@quaff/features/imports/contract'
import { uploadImport } from '@quaff/features/imports/server'
import { requireUser, type Services, takeFromLimit } from '@quaff/platform/server'
import { readWorkbook } from '@quaff/platform/server/list/read-workbook'
import { workbookLimits, workbookPath } from '@quaff/platform/shared/csv'
import { openContext } from '../api/open-context'
import { refuseByRights } from '../api/rights-before-shape'
import type { Env } from '../edge/env'
import { errorResponse } from '../edge/error-response'
import type { UploadErrorCode } from './bounded-body'
import { openUpload, toUploadError } from './read-upload'

const limits = { maxFileBytes: uploadLimits.maxBytes, timeoutMs: uploadLimits.timeoutMs }

async function* unread(): AsyncGenerator<Uint8Array> {}

/** Receives one file of an old system onto the disk; it is only checked. */
export function mountImports(app: Hono<Env>, services: Services) {
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

const workbookUpload = { maxFileBytes: workbookLimits.bytes, timeoutMs: 60_000 }
const sentences = {
  shape: 'Couldn’t read the upload. Send one file and nothing else.',
  'too-large': 'The workbook is larger than 2 MB. Split it, or save it as CSV UTF-8.',
  cut: 'The upload was interrupted. Choose the file again.',
  'too-slow': 'The upload took over a minute. Try a faster connection.',
} as const

const tooMany = 'Too many workbooks. Try again in an hour, or save this one as CSV UTF-8.'

/** Turns a workbook into CSV for the preview of an import. Nothing is stored. */
export function mountWorkbooks(app: Hono<Env>, services: Services) {
  app.post(workbookPath, async (c) => {
    const ctx = await openContext(c, services)
    const user = requireUser(ctx.actor)
    try {
      await takeFromLimit(services, 'workbookPerUser', user.userId, tooMany)
      const form = await openUpload(c.req.raw, workbookUpload)
      try {
        return c.json(await readWorkbook(await form.readFile(), { signal: c.req.raw.signal }))
      } finally {
        await form.close()
      }
    } catch (error) {
      return errorResponse(c, toUploadError(error, sentences))
    }
  })
}
