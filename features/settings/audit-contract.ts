import { z } from 'zod'
import { auditRowSchema } from '@quaff/features/activity/contract'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { span, text, word } from '@quaff/platform/shared/fields/fields'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { textLimits } from '@quaff/platform/shared/text'

export const auditLogLimits = {
  /** Filters offer what occurs in so many of the latest entries; an address may name any. */
  optionRows: 50_000,
  options: 200,
  verifyBatch: 5_000,
  /** Per check from the console; the command checks all rows. */
  verifyRows: 100_000,
  findings: 100,
} as const

/** Imported entries may hold other words than our own. */
const anyWord = word(textLimits.short)

/** `q` matches the name of the actor or target, or a whole id. */
export const auditFilters = {
  q: text(pageLimits.maxSearchLength),
  actorId: anyWord,
  action: anyWord,
  targetType: anyWord,
  targetId: anyWord,
  merchantId: anyWord,
  date: span('from', 'to'),
}
export const auditLogFilter = z.strictObject(schemasOf(auditFilters))
export type AuditLogFilter = z.infer<typeof auditLogFilter>

export const listAuditLogInput = pageInput.extend(auditLogFilter.shape)
export type ListAuditLogInput = z.infer<typeof listAuditLogInput>

export const auditLogRowSchema = auditRowSchema.extend({
  adminEmail: z.string().nullable(),
  merchantId: z.string().nullable(),
  merchantName: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Place in the sealed chain; null until the next sealing. */
  sealPosition: z.int().nullable(),
})
export type AuditLogRow = z.infer<typeof auditLogRowSchema>

export const auditOptionsSchema = z.object({
  actions: z.array(z.string()),
  targetTypes: z.array(z.string()),
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type AuditOptions = z.infer<typeof auditOptionsSchema>

export const exportAuditInput = z.strictObject({ format: z.enum(exportFormats), filter: auditLogFilter.optional() })
export type ExportAuditInput = z.infer<typeof exportAuditInput>

/**
 * `altered`: the entry is not the one that was sealed. `missing`: it is gone. `seal_missing`: a seal is gone.
 * `backdated`: it was written after entries that it claims to be older than.
 */
export const auditFindingKinds = ['altered', 'missing', 'seal_missing', 'backdated'] as const
export type AuditFindingKind = (typeof auditFindingKinds)[number]

export const auditFindingSchema = z.object({
  kind: z.enum(auditFindingKinds),
  /** Null for an entry without a seal. */
  position: z.int().nullable(),
  auditId: z.string().nullable(),
})
export type AuditFinding = z.infer<typeof auditFindingSchema>

export const verifyAuditOutput = z.object({
  /** Seals of this step. */
  checked: z.int(),
  /** The last place that was checked: the next step's `after`. */
  through: z.int(),
  /** Seals there are. */
  total: z.int(),
  findings: z.array(auditFindingSchema),
  done: z.boolean(),
  /** The chain's last seal: written down elsewhere, it proves later that nothing before it was cut off. */
  head: z.object({ position: z.int(), hash: z.string() }).nullable(),
  /** Entries that wait for the next sealing; known with the last step. */
  unsealed: z.int().nullable(),
})
export type VerifyAuditStep = z.infer<typeof verifyAuditOutput>

const get = route('GET', 'Audit')

export const auditLogContract = {
  auditLog: get('/audit', 'Audit log, newest first').input(listAuditLogInput).output(pageOf(auditLogRowSchema)),
  auditEntry: get('/audit/{auditId}', 'One audit log entry')
    .input(z.strictObject({ auditId: z.string().min(1).max(textLimits.short) }))
    .output(auditLogRowSchema),
  auditOptions: get('/audit-options', 'Audit log filter options').output(auditOptionsSchema),
  /** Verifies up to 5,000 seals; call again with `through` until `done`. */
  verifyAudit: get('/audit-chain', 'Verify part of the audit log')
    .input(z.strictObject({ after: z.int().min(0).default(0) }))
    .output(verifyAuditOutput),
}
