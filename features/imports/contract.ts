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

export const problemLevels = ['aside', 'changed', 'note'] as const satisfies readonly ProblemLevel[]

const outcomes = z.record(z.enum(documentOutcomes), z.int())

export const importRunSchema = z.object({
  id: z.string(),
  /** One that nobody moves any more is `stopped`, wherever it stood. */
  state: z.enum(importStates),
  /** Of one that is `stopped`; null where nobody could say why. */
  stopReason: z.enum(stopReasons).nullable(),
  mayContinue: z.boolean(),
  mayUndo: z.boolean(),
  source: z.string(),
  startedAt: z.date(),
  endedAt: z.date().nullable(),
  /** Null: by a command. */
  startedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Documents that were read so far; once all are read, those of `total`. */
  read: z.int(),
  /** Those of them that have a table here; null until all are read. */
  total: z.int().nullable(),
  /** What became of them so far; the five add up to what was written. */
  outcomes,
})
export type ImportRunRow = z.infer<typeof importRunSchema>

const kindCounts = z.object({
  kind: z.enum(countedKinds),
  read: z.int(),
  /** As the check foresaw it. */
  ready: z.int(),
  changed: z.int(),
  foreseenAside: z.int(),
  /** Null until something of it is written. */
  outcomes: outcomes.nullable(),
  /** Null until something of it is taken back. */
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
  /** What it became here; null where nothing did. */
  record: z.object({ kind: z.string(), id: z.string() }).nullable(),
})
export type ImportProblemRow = z.infer<typeof importProblemSchema>

/** As it was when the run was done. */
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
  /** What it was asked for alone, and what stayed in the files because of that; null: all was wanted. */
  choice: z
    .object({
      only: z.array(z.enum(documentKinds)),
      leftOut: z.array(z.object({ collection: z.string(), read: z.int() })),
    })
    .nullable(),
  /** Files by what they were recognised as. */
  sources: z.array(z.object({ label: z.string(), files: z.int(), bytes: z.int() })),
  /** What could be read no further, and where an export speaks of other counts than were read. */
  lacks: z.array(z.string()),
  kinds: z.array(kindCounts),
  /** Null until it is done, and once it was taken back. */
  comparison: comparisonSchema.nullable(),
  /** How amounts were taken, and what nobody has answered of them: a sentence each. */
  money: z.array(z.string()),
  /** What lines of a file of ids do: a sentence each. */
  ids: z.array(z.string()),
  /** Collections that are kept whole and not used here. */
  others: z.array(z.object({ collection: z.string(), read: z.int() })),
  passwords: z
    .object({ kept: z.int(), missing: z.int(), unreachable: z.int().optional(), canBeChecked: z.boolean() })
    .nullable(),
  /** Whom the old system names so; `name` where the person is here already. */
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

/** JSON: the counts; CSV: the problems, one a line. */
export const exportReportInput = runIdInput.extend({
  format: z.enum(['csv', 'json']),
  filter: problemFilter.optional(),
})
export type ExportReportInput = z.infer<typeof exportReportInput>

/** Whose way in is mailed: owners, viewers and administrators; `withPassword` also those who have one already. */
export const inviteTeamInput = runIdInput.extend({ withPassword: z.boolean() })
export type InviteTeamInput = z.infer<typeof inviteTeamInput>
export const teamSchema = z.object({
  /** Who has no password and was not mailed yet. */
  without: z.int(),
  /** Who came with one and was not mailed yet. */
  with: z.int(),
  /** Who was mailed before. */
  invited: z.int(),
  /** Who has no address that mail can be sent to. */
  unreachable: z.int(),
})
export type ImportedTeam = z.infer<typeof teamSchema>

const get = route('GET', 'Imports')
const post = route('POST', 'Imports')

/** All for administrators alone. What writes wants a sign-in within the last five minutes. */
export const importsContract = {
  list: get('/imports', 'Imports, newest first').input(pageInput).output(pageOf(importRunSchema)),
  get: get('/imports/{runId}', 'One import').input(runIdInput).output(importDetailsSchema),
  problems: get('/imports/{runId}/problems', 'Problems of an import')
    .input(listProblemsInput)
    .output(pageOf(importProblemSchema)),
  team: get('/imports/{runId}/team', 'Team members of an import, counted').input(runIdInput).output(teamSchema),
  /** What was checked comes over. Refuses with PAID_UNTIL while there are subscriptions and no instant, and with SOURCE_DAMAGED. */
  apply: post('/imports/{runId}/apply', 'Apply a checked import').input(applyImportInput).output(importRunSchema),
  /** Refuses with SPOOL_GONE where what was read is not there any more. */
  continue: post('/imports/{runId}/continue', 'Continue an interrupted import')
    .input(runIdInput)
    .output(importRunSchema),
  /** What it made and nobody has changed since; the rest is kept and named. */
  undo: post('/imports/{runId}/undo', 'Undo an import').input(runIdInput).output(importRunSchema),
  /** Each person once, however often it is called; again while there are some `left`. */
  invite: post('/imports/{runId}/invite', 'Invite the imported team')
    .input(inviteTeamInput)
    .output(z.object({ invited: z.int(), left: z.boolean() })),
}

export const importUploadPath = '/api/uploads/import'

export const uploadLimits = {
  maxBytes: 512 * 1_024 ** 2,
  /** As the server's own, of every upload (spec §9). */
  timeoutMs: 10 * 60_000,
  fileName: 120,
} as const

/** Pictures lie in a folder. */
export const uploadKinds = writtenKinds.filter((kind) => kind !== 'pictures')

/** The text fields of the upload form; the file follows them as its last part. */
export const uploadImportInput = z.strictObject({
  fileName: z.string().trim().min(1).max(uploadLimits.fileName),
  /** Names with commas between them. */
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
