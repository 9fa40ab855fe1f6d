import type { Hono } from 'hono'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Services } from '@quaff/platform/server/context'
import { readWorkbook } from '@quaff/platform/server/list/read-workbook'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { workbookLimits, workbookPath } from '@quaff/platform/shared/csv'
import { openContext } from '../api/open-context'
import type { Env } from '../edge/env'
import { errorResponse } from '../edge/error-response'
import { openUpload } from './read-upload'
import { toUploadError } from './upload-error'

const limits = { maxFileBytes: workbookLimits.bytes, timeoutMs: 60_000 }
const sentences = {
  shape: 'Couldn’t read the upload. Send one file and nothing else.',
  'too-large': 'The workbook is larger than 2 MB. Split it, or save it as CSV UTF-8.',
  cut: 'The upload was interrupted. Choose the file again.',
  'too-slow': 'The upload took over a minute. Try a faster connection.',
} as const

const tooMany = 'Too many workbooks. Try again in an hour, or save this one as CSV UTF-8.'

/** Turns a workbook into CSV for the preview of an import. Nothing is stored. */
export function mountWorkbooks(app: Hono<Env>, services: Services): void {
  app.post(workbookPath, async (c) => {
    const ctx = await openContext(c, services)
    const user = requireUser(ctx.actor)
    try {
      await takeFromLimit(services, 'workbookPerUser', user.userId, tooMany)
      const form = await openUpload(c.req.raw, limits)
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
