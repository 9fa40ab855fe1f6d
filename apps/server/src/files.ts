import type { Hono } from 'hono'
import { z } from 'zod'
import { exportUsersInput, userFilter } from '@quaff/features/users/contract'
import { exportUsers } from '@quaff/features/users/server'
import type { Services } from '@quaff/platform/server/context'
import { openContext } from './api/open-context'
import { readJson } from './api/read-json'
import type { Env } from './edge/env'

// Plain JSON, unlike the typed API, has no dates.
const instant = z.iso.datetime().transform((text) => new Date(text))
const exportUsersBody = exportUsersInput.extend({
  filter: userFilter.extend({ createdFrom: instant.optional(), createdTo: instant.optional() }).optional(),
})

/** Downloads are streamed: the typed API would hold a whole file in memory. Rights are checked before the first byte. */
export function mountFiles(app: Hono<Env>, services: Services): void {
  app.post('/api/files/users-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportUsersBody.parse(await readJson(c))
    const file = await exportUsers(ctx, input)
    return new Response(streamOf(file.chunks), {
      headers: { 'content-type': file.contentType, 'content-disposition': `attachment; filename="${file.fileName}"` },
    })
  })
}

function streamOf(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      // The reader went away: the query behind the chunks ends too.
      await source.return?.()
    },
  })
}
