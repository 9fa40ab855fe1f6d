import { z } from 'zod'
import type { ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import { schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { oneOf, word } from '@quaff/platform/shared/fields/fields'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { countedKinds, documentKinds, writtenKinds } from './kinds-rules'
import { isCurrency } from './money-rules'
import { differenceCauses, figureNames, type Comparison, amountUnits } from './report-contract'
import { documentOutcomes, importStates, stopReasons, undoOutcomes } from './runs-contract'

export const problemLevels = ['skipped', 'changed', 'note'] as const satisfies readonly ProblemLevel[]

const outcomes = z.record(z.enum(documentOutcomes), z.int())

export const importRunSchema = z.object({
  id: z.string(),
  /** A run without a process is `stopped`. */
  state: z.enum(importStates),
  /** Null if the process could not record the reason. */
  stopReason: z.enum(stopReasons).nullable(),
  mayContinue: z.boolean(),
  mayUndo: z.boolean(),
  source: z.string(),
  startedAt: z.date(),
  endedAt: z.date().nullable(),
  /** Null for a command-line import. */
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Documents read so far. */
  read: z.int(),
  /** Documents that have a table here; null until all are read. */
  total: z.int().nullable(),
  /** Outcomes so far. They add up to the documents written. */
  outcomes,
})
export type ImportRunRow = z.infer<typeof importRunSchema>

const kindCounts = z.object({
  kind: z.enum(countedKinds),
  read: z.int(),
  /** The check's forecast. */
  ready: z.int(),
  changed: z.int(),
  foreseenSkipped: z.int(),
  /** Null before the first write. */
  outcomes: outcomes.nullable(),
  /** Null before the first undo. */
  undone: z.record(z.enum(undoOutcomes), z.int()).nullable(),
})
export type KindCounts = z.infer<typeof kindCounts>

export const problemFilters = {
  level: oneOf(problemLevels),
  collection: word(textLimits.medium),
  fault: word(textLimits.short),
}
export const problemFilter = z.strictObject(schemasOf(problemFilters))
export type ProblemFilter = z.infer<typeof problemFilter>

export const runIdInput = z.strictObject({ runId: idSchema })
export type RunIdInput = z.infer<typeof runIdInput>
export const listProblemsInput = problemFilter.extend(pageInput.shape).extend(runIdInput.shape)
export type ListProblemsInput = z.infer<typeof listProblemsInput>

export const importProblemSchema = z.object({
  id: z.string(),
  path: z.string().nullable(),
  collection: z.string(),
  field: z.string(),
  fault: z.string(),
  level: z.enum(problemLevels),
  shown: z.string(),
  file: z.string(),
  place: z.string(),
  /** The record here, if any. */
  record: z.object({ kind: z.string(), id: z.string() }).nullable(),
})
export type ImportProblemRow = z.infer<typeof importProblemSchema>

/** The comparison at the end of the run. */
const comparisonSchema: z.ZodType<Comparison> = z.object({
  at: z.string(),
  sums: z.int(),
  differences: z.array(
    z.object({
      figure: z.enum(figureNames),
      of: z.string(),
      currency: z.string(),
      name: z.string().nullable(),
      documents: z.number(),
      rows: z.number(),
      counted: z.number().nullable(),
      causes: z.array(z.object({ cause: z.enum(differenceCauses), value: z.number() })),
      isExplained: z.boolean(),
    }),
  ),
  more: z.int(),
  lost: z.array(z.object({ kind: z.string(), read: z.int(), accounted: z.int() })),
})

export const importDetailsSchema = importRunSchema.extend({
  paidUntil: z.date().nullable(),
  grantsAdmins: z.boolean(),
  /** The chosen kinds and what they leave out; null: all. */
  choice: z
    .object({
      only: z.array(z.enum(documentKinds)),
      leftOut: z.array(z.object({ collection: z.string(), read: z.int() })),
    })
    .nullable(),
  /** Files by their recognized format. */
  sources: z.array(z.object({ label: z.string(), files: z.int(), bytes: z.int() })),
  /** Damaged files, and exports whose own counts differ. */
  lacks: z.array(z.string()),
  kinds: z.array(kindCounts),
  /** Null until the run is done, and after an undo. */
  comparison: comparisonSchema.nullable(),
  /** How amounts were read, and open questions, one sentence each. */
  money: z.array(z.string()),
  /** Effects of a file of ids, one sentence each. */
  ids: z.array(z.string()),
  /** Unknown collections, which are stored but not used. */
  others: z.array(z.object({ collection: z.string(), read: z.int() })),
  passwords: z
    .object({ kept: z.int(), missing: z.int(), unreachable: z.int().optional(), canBeChecked: z.boolean() })
    .nullable(),
  /** Administrators of the old system; `name` if the person exists here. */
  administrators: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
  problems: z.array(
    z.object({ level: z.enum(problemLevels), collection: z.string(), fault: z.string(), count: z.int() }),
  ),
})
export type ImportDetails = z.infer<typeof importDetailsSchema>

export const applyImportInput = runIdInput.extend({
  paidUntil: z.date().nullable(),
  grantsAdmins: z.boolean(),
  takesDamaged: z.boolean().optional(),
})
export type ApplyImportInput = z.infer<typeof applyImportInput>

/** JSON has the counts, CSV has one problem per line. */
export const exportReportInput = runIdInput.extend({
  format: z.enum(['csv', 'json']),
  filter: problemFilter.optional(),
})
export type ExportReportInput = z.infer<typeof exportReportInput>

/** `withPassword`: also emails people who have a password. */
export const inviteTeamInput = runIdInput.extend({ withPassword: z.boolean() })
export type InviteTeamInput = z.infer<typeof inviteTeamInput>
export const teamSchema = z.object({
  /** People without a password who were not emailed yet. */
  without: z.int(),
  /** People with a password who were not emailed yet. */
  with: z.int(),
  /** People who were emailed before. */
  invited: z.int(),
  /** People without an email address. */
  unreachable: z.int(),
})
export type ImportedTeam = z.infer<typeof teamSchema>

const get = route('GET', 'Imports')
const post = route('POST', 'Imports')

/** Administrators only. Writes need a sign-in within the last five minutes. */
export const importsContract = {
  list: get('/imports', 'Imports, newest first').input(pageInput).output(pageOf(importRunSchema)),
  get: get('/imports/{runId}', 'One import').input(runIdInput).output(importDetailsSchema),
  problems: get('/imports/{runId}/problems', 'Problems of an import')
    .input(listProblemsInput)
    .output(pageOf(importProblemSchema)),
  team: get('/imports/{runId}/team', 'Team members of an import, counted').input(runIdInput).output(teamSchema),
  /** Applies a checked import. Refuses with PAID_UNTIL if there are subscriptions and no instant, and with SOURCE_DAMAGED. */
  apply: post('/imports/{runId}/apply', 'Apply a checked import').input(applyImportInput).output(importRunSchema),
  /** Refuses with SPOOL_GONE if the files have expired. */
  continue: post('/imports/{runId}/continue', 'Continue an interrupted import')
    .input(runIdInput)
    .output(importRunSchema),
  /** Removes records that the import created and that are unchanged. All others remain and are listed. */
  undo: post('/imports/{runId}/undo', 'Undo an import').input(runIdInput).output(importRunSchema),
  /** Emails each person once. Call again while some are `left`. */
  invite: post('/imports/{runId}/invite', 'Invite the imported team')
    .input(inviteTeamInput)
    .output(z.object({ invited: z.int(), left: z.boolean() })),
}

export const importUploadPath = '/api/uploads/import'

export const uploadLimits = {
  maxBytes: 512 * 1_024 ** 2,
  /** Equals the server's timeout of every upload (spec §9). */
  timeoutMs: 10 * 60_000,
  fileName: 120,
} as const

/** Pictures need a folder. */
export const uploadKinds = writtenKinds.filter((kind) => kind !== 'pictures')

/** Text fields of the upload form. The file is the last part. */
export const uploadImportInput = z.strictObject({
  fileName: z.string().trim().min(1).max(uploadLimits.fileName),
  /** Comma-separated names. */
  only: z
    .string()
    .max(textLimits.medium)
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(uploadKinds)).min(1))
    .optional(),
  amounts: z.enum(amountUnits).optional(),
  currency: z.string().toLowerCase().refine(isCurrency).optional(),
})
export type UploadImportInput = z.infer<typeof uploadImportInput>
