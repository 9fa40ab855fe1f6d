import type { Hono } from 'hono'
import { z } from 'zod'
import { exportLinksInput } from '@quaff/features/affiliates/contract'
import { exportLinks } from '@quaff/features/affiliates/server'
import { exportReportInput } from '@quaff/features/imports/contract'
import { exportReport } from '@quaff/features/imports/server'
import { exportMerchantsInput, listMerchantsInput } from '@quaff/features/merchants/contract'
import { exportMerchants } from '@quaff/features/merchants/server'
import { bankFileInput } from '@quaff/features/payouts/bank-file-contract'
import { exportPayoutsInput, exportStatementInput } from '@quaff/features/payouts/contract'
import { exportBankFile, exportPayouts, exportStatement } from '@quaff/features/payouts/server'
import { exportPersonInput } from '@quaff/features/personal-data/contract'
import { exportPerson } from '@quaff/features/personal-data/server'
import { exportRedemptions } from '@quaff/features/redemptions/server'
import { exportRedemptionsInput, usageFilter } from '@quaff/features/redemptions/usage-contract'
import { auditLogFilter, exportAuditInput } from '@quaff/features/settings/audit-contract'
import { exportAuditLog } from '@quaff/features/settings/server'
import { exportSubmissionsInput } from '@quaff/features/signup-forms/contract'
import { exportSubmissions } from '@quaff/features/signup-forms/server'
import { exportSubscriptionsInput, subscriptionFilter } from '@quaff/features/subscriptions/contract'
import { exportSubscriptions } from '@quaff/features/subscriptions/server'
import { exportUsersInput, userFilter } from '@quaff/features/users/contract'
import { exportUsers } from '@quaff/features/users/server'
import { entryFilter, exportEntriesInput } from '@quaff/features/waitlists/entries-contract'
import { exportEntries } from '@quaff/features/waitlists/server'
import type { Context, Services } from '@quaff/platform/server'
import { csvDialects } from '@quaff/platform/shared/csv-format'
import { download, type Download } from './api/download'
import { openContext } from './api/open-context'
import { readJson } from './api/read-request'
import { readInput } from './api/rights-before-shape'
import type { Env } from './edge/env'
import { mountBrandImages, mountFormImages } from './uploads/brand-image-endpoints'
import { mountImports, mountWorkbooks } from './uploads/import-endpoints'

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
export function mountFiles(app: Hono<Env>, services: Services) {
  mountBrandImages(app, services)
  mountFormImages(app, services)
  mountImports(app, services)
  mountWorkbooks(app, services)
  const mount = <S extends z.ZodType>(
    name: string,
    schema: S,
    verb: (ctx: Context, input: z.output<S>) => Promise<Download>,
  ) =>
    app.post(`/api/files/${name}`, async (c) => {
      const csvDialect = csvDialects.find((dialect) => dialect === c.req.query('csv')) ?? 'comma'
      const ctx: Context = { ...(await openContext(c, services)), csvDialect }
      const input = await readInput(ctx, schema, await readJson(c), verb)
      return download(ctx, await verb(ctx, input))
    })
  mount('users-export', exportUsersBody, exportUsers)
  mount('person-export', exportPersonInput, exportPerson)
  mount('merchants-export', exportMerchantsBody, exportMerchants)
  mount('subscriptions-export', exportSubscriptionsBody, exportSubscriptions)
  mount('audit-export', exportAuditBody, exportAuditLog)
  mount('redemptions-export', exportRedemptionsBody, exportRedemptions)
  mount('waitlist-export', exportEntriesBody, exportEntries)
  mount('affiliates-export', exportLinksInput, exportLinks)
  mount('submissions-export', exportSubmissionsInput, exportSubmissions)
  mount('payout-statement', exportStatementInput, exportStatement)
  mount('payouts-export', exportPayoutsInput, exportPayouts)
  mount('bank-file', bankFileInput, exportBankFile)
  mount('import-report', exportReportInput, exportReport)
}
