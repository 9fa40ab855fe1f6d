import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { instant } from '@quaff/platform/server/tables'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import type { Originals } from '../originals-rules'
import type { Comparison, LeftOut, MappedKind, CheckReport } from '../report-contract'
import type { ImportOptions, ImportState, RunCounts, StopReason, UndoCounts } from '../runs-contract'

/** One per import that writes. */
export const importRuns = pgTable(
  'import_runs',
  {
    id: text().primaryKey(),
    state: text().$type<ImportState>().notNull(),
    /** What was brought, as a person recognises it: the folder's or the file's name. */
    source: text().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    counts: jsonb().$type<RunCounts>().notNull().default({}),
    /** Where it goes on after an interruption: everything before is written, in one transaction with these. */
    kind: text(),
    line: integer().notNull().default(0),
    /** Why nobody does; null while somebody works on it, when it is over, and where nobody could say. */
    stopReason: text('stop_reason').$type<StopReason>(),
    /** When somebody last worked on it; null once that somebody has let go of it. */
    movedAt: instant('moved_at'),
    /** Documents that were read so far. */
    read: integer().notNull().default(0),
    /** What was found, once all is read. */
    report: jsonb().$type<CheckReport>(),
    /** While it is taken back: the last document of that kind; what comes after it is next. */
    undoneTo: text('undone_to').notNull().default(''),
    undoCounts: jsonb('undo_counts').$type<UndoCounts>().notNull().default({}),
    /** What the documents add up to that did not become rows as they are. */
    leftOut: jsonb('left_out').$type<LeftOut>(),
    /** Figures from the documents beside ours, when it was done; null before. */
    comparison: jsonb().$type<Comparison>(),
    startedAt: instant('started_at').notNull(),
    /** Null: by a command. */
    startedBy: text('started_by'),
    endedAt: instant('ended_at'),
  },
  (table) => [index('import_runs_started').on(table.startedAt.desc(), table.id)],
)

/** Each document that came over, and what became of it: a second run finds it here. */
export const importDocuments = pgTable(
  'import_documents',
  {
    path: text().primaryKey(),
    kind: text().notNull(),
    /** Of our row; another than the document's where that was taken or of no use. */
    rowId: text('row_id').notNull(),
    /** SHA-256 of the document in its one form. */
    hash: text().notNull(),
    /** Fields that have no home here. */
    residue: jsonb().$type<DocumentMap>(),
    /** Values that came otherwise than they would be exported: written again while nobody has edited them. */
    originals: jsonb().$type<Originals>(),
    /** Of the row, as the import left it; null of rows without one. A higher one says that somebody edited it here. */
    rowVersion: integer('row_version'),
    /** Of rows that lie by time and are found by it: redemptions. */
    rowAt: instant('row_at'),
    createdRunId: text('created_run_id').notNull(),
    runId: text('run_id').notNull(),
  },
  (table) => [
    index('import_documents_row').on(table.kind, table.rowId),
    /** Subscriptions whose residue names them as the payment provider does. */
    index('import_documents_provider')
      .on(sql`(${table.residue} ->> 'stripeSubscriptionId')`)
      .where(sql`kind = 'subscriptions' and residue ->> 'stripeSubscriptionId' is not null`),
    index('import_documents_created').on(table.createdRunId, table.kind, table.path),
    /** What a run only changed: what it made as well stands in the index above. */
    index('import_documents_changed')
      .on(table.runId, table.kind, table.path)
      .where(sql`run_id <> created_run_id`),
  ],
)

/** Ids that were given to documents of the old system, for all imports to come. */
export const importIds = pgTable(
  'import_ids',
  {
    path: text().primaryKey(),
    kind: text().$type<MappedKind>().notNull(),
    rowId: text('row_id').notNull(),
    /** The row is somebody else's: what names the document is led there, and the document itself is not written. */
    leads: boolean().notNull(),
    /** What the payment provider calls the pass that its document is, whose own fields stay behind where it leads. */
    providerId: text('provider_id'),
    /** They go with it. */
    runId: text('run_id').notNull(),
  },
  (table) => [
    index('import_ids_row').on(table.kind, table.rowId),
    index('import_ids_provider')
      .on(table.providerId)
      .where(sql`provider_id is not null`),
  ],
)

export const importProblems = pgTable(
  'import_problems',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    runId: text('run_id')
      .notNull()
      .references(() => importRuns.id, { onDelete: 'cascade' }),
    path: text(),
    collection: text().notNull(),
    field: text().notNull(),
    fault: text().notNull(),
    level: text().notNull(),
    shown: text().notNull(),
    file: text().notNull(),
    place: text().notNull(),
  },
  (table) => [
    index('import_problems_run').on(table.runId, table.level, table.id),
    index('import_problems_path').on(sql`${table.path} text_pattern_ops`),
  ],
)

/** Whom an import brought and who was mailed a way in since: nobody is mailed twice. */
export const importInvitations = pgTable('import_invitations', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  runId: text('run_id').notNull(),
  invitedAt: instant('invited_at').notNull(),
})
