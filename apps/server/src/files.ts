import type { Hono } from 'hono'
import { z } from 'zod'
import { exportLinksInput } from '@quaff/features/affiliates/contract'
import { exportLinks } from '@quaff/features/affiliates/server'
import { exportMerchantsInput, listMerchantsInput } from '@quaff/features/merchants/contract'
import { exportMerchants, type ExportedFile } from '@quaff/features/merchants/server'
import { auditLogFilter, exportAuditInput } from '@quaff/features/settings/audit/contract'
import { exportAuditLog } from '@quaff/features/settings/server'
import { exportPersonInput } from '@quaff/features/personal-data/contract'
import { exportPerson } from '@quaff/features/personal-data/server'
import { bankFileInput, exportPayoutsInput, exportStatementInput } from '@quaff/features/payouts/contract'
import { exportBankFile, exportPayouts, exportStatement } from '@quaff/features/payouts/server'
import { exportSubmissionsInput } from '@quaff/features/signup-forms/inbox/contract'
import { exportSubmissions } from '@quaff/features/signup-forms/server'
import { exportSubscriptionsInput, subscriptionFilter } from '@quaff/features/subscriptions/contract'
import { exportSubscriptions } from '@quaff/features/subscriptions/server'
import { exportRedemptions } from '@quaff/features/redemptions/server'
import { exportRedemptionsInput, usageFilter } from '@quaff/features/redemptions/usage/contract'
import { exportUsersInput, userFilter } from '@quaff/features/users/contract'
import { exportUsers } from '@quaff/features/users/server'
import { entryFilter, exportEntriesInput } from '@quaff/features/waitlists/entries/contract'
import { exportEntries } from '@quaff/features/waitlists/server'
import type { Services } from '@quaff/platform/server/context'
import { openContext } from './api/open-context'
import { readJson } from './api/read-json'
import type { Env } from './edge/env'
import { mountBrandImages } from './uploads/brand-image-doors'
import { mountFormImages } from './uploads/form-image-doors'

// Plain JSON, unlike the typed API, has no dates.
const instant = z.iso.datetime().transform((text) => new Date(text))
const exportUsersBody = exportUsersInput.extend({
  filter: userFilter.extend({ createdFrom: instant.optional(), createdTo: instant.optional() }).optional(),
})

const exportMerchantsBody = exportMerchantsInput.extend({
  filter: listMerchantsInput
    .omit({ limit: true, cursor: true })
    .partial()
    .extend({ createdFrom: instant.optional(), createdTo: instant.optional() })
    .optional(),
})

const exportAuditBody = exportAuditInput.extend({
  filter: auditLogFilter.extend({ from: instant.optional(), to: instant.optional() }).optional(),
})

const exportSubscriptionsBody = exportSubscriptionsInput.extend({
  filter: subscriptionFilter.extend({ createdFrom: instant.optional(), createdTo: instant.optional() }).optional(),
})

const exportRedemptionsBody = exportRedemptionsInput.extend({
  filter: usageFilter.extend({ from: instant.optional(), to: instant.optional() }).optional(),
})

const exportEntriesBody = exportEntriesInput.extend({
  filter: entryFilter.extend({ createdFrom: instant.optional(), createdTo: instant.optional() }),
})

/** Downloads are streamed: the typed API would hold a whole file in memory. Rights are checked before the first byte. */
export function mountFiles(app: Hono<Env>, services: Services): void {
  mountBrandImages(app, services)
  mountFormImages(app, services)
  app.post('/api/files/users-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportUsersBody.parse(await readJson(c))
    return download(await exportUsers(ctx, input))
  })
  app.post('/api/files/person-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportPersonInput.parse(await readJson(c))
    return download(await exportPerson(ctx, input))
  })
  app.post('/api/files/merchants-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportMerchantsBody.parse(await readJson(c))
    return download(await exportMerchants(ctx, input))
  })
  app.post('/api/files/subscriptions-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportSubscriptionsBody.parse(await readJson(c))
    return download(await exportSubscriptions(ctx, input))
  })
  app.post('/api/files/audit-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportAuditBody.parse(await readJson(c))
    return download(await exportAuditLog(ctx, input))
  })
  app.post('/api/files/redemptions-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportRedemptionsBody.parse(await readJson(c))
    return download(await exportRedemptions(ctx, input))
  })
  app.post('/api/files/waitlist-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportEntriesBody.parse(await readJson(c))
    return download(await exportEntries(ctx, input))
  })
  app.post('/api/files/affiliates-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportLinksInput.parse(await readJson(c))
    return download(await exportLinks(ctx, input))
  })
  app.post('/api/files/submissions-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportSubmissionsInput.parse(await readJson(c))
    return download(await exportSubmissions(ctx, input))
  })
  app.post('/api/files/payout-statement', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportStatementInput.parse(await readJson(c))
    return download(await exportStatement(ctx, input))
  })
  app.post('/api/files/payouts-export', async (c) => {
    const ctx = await openContext(c, services)
    const input = exportPayoutsInput.parse(await readJson(c))
    return download(await exportPayouts(ctx, input))
  })
  app.post('/api/files/bank-file', async (c) => {
    const ctx = await openContext(c, services)
    const input = bankFileInput.parse(await readJson(c))
    return download(await exportBankFile(ctx, input))
  })
}

function download(file: ExportedFile): Response {
  return new Response(streamOf(file.chunks), {
    headers: { 'content-type': file.contentType, 'content-disposition': `attachment; filename="${file.fileName}"` },
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
