import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { instant, renamedJson, renamedText } from '@quaff/platform/server/tables'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import type { ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import type { Originals } from '../originals-rules'
import type { Comparison, LeftOut, MappedKind, CheckReport } from '../report-contract'
import type { ImportOptions, ImportState, RunCounts, StopReason, UndoCounts } from '../runs-contract'

const skipped = { word: 'skipped', older: 'aside' }
const figures = <Value>(name: string) => renamedJson<Value>(name, skipped, ['level', 'cause'])

export const importRuns = pgTable(
  'import_runs',
  {
    id: text().primaryKey(),
    state: text().$type<ImportState>().notNull(),
    /** The name of the folder or file. */
    source: text().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    counts: figures<RunCounts>('counts').notNull().default({}),
    /** The position to continue from. It is written in one transaction with the documents before it. */
    kind: text(),
    line: integer().notNull().default(0),
    /** Why the run stopped; null if it runs, is done, or the reason is unknown. */
    stopReason: text('stop_reason').$type<StopReason>(),
    /** The last heartbeat; null once the process has released the run. */
    movedAt: instant('moved_at'),
    /** Documents that were read so far. */
    read: integer().notNull().default(0),
    /** The report, once all documents are read. */
    report: figures<CheckReport>('report'),
    /** During an undo, the path of the last document of `kind` that was undone. */
    undoneTo: text('undone_to').notNull().default(''),
    undoCounts: jsonb('undo_counts').$type<UndoCounts>().notNull().default({}),
    /** Sums of the documents that did not become rows. */
    leftOut: figures<LeftOut>('left_out'),
    /** Comparison at the end of the run; null before. */
    comparison: figures<Comparison>('comparison'),
    startedAt: instant('started_at').notNull(),
    /** Null for a command-line import. */
    startedBy: text('started_by'),
    endedAt: instant('ended_at'),
  },
  (table) => [index('import_runs_started').on(table.startedAt.desc(), table.id)],
)

/** Imported documents and their rows, so that a second run finds them. */
export const importDocuments = pgTable(
  'import_documents',
  {
    path: text().primaryKey(),
    kind: text().notNull(),
    /** Id of the row. It differs from the document's id if that was taken or invalid. */
    rowId: text('row_id').notNull(),
    /** SHA-256 of the canonical document. */
    hash: text().notNull(),
    /** Fields that have no column here. */
    residue: jsonb().$type<DocumentMap>(),
    /** Original values that differ from their exported form. An export writes them unless they were edited. */
    originals: jsonb().$type<Originals>(),
    /** Version of the row after the import; null if rows have none. A higher version means that it was edited here. */
    rowVersion: integer('row_version'),
    /** Time of redemptions, whose table is partitioned by it. */
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
    /** Covers rows that a run changed; the index above covers rows that it created. */
    index('import_documents_changed')
      .on(table.runId, table.kind, table.path)
      .where(sql`run_id <> created_run_id`),
  ],
)

/** Ids that documents of the old system get, in this and all later imports. */
export const importIds = pgTable(
  'import_ids',
  {
    path: text().primaryKey(),
    kind: text().$type<MappedKind>().notNull(),
    rowId: text('row_id').notNull(),
    /** The row existed before: references to the document lead there, and the document is not written. */
    leads: boolean().notNull(),
    /** The payment provider's id of the subscription that the document describes. */
    providerId: text('provider_id'),
    /** Undoing this run deletes the id. */
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
    level: renamedText<ProblemLevel>(skipped).notNull(),
    shown: text().notNull(),
    file: text().notNull(),
    place: text().notNull(),
  },
  (table) => [
    index('import_problems_run').on(table.runId, table.level, table.id),
    index('import_problems_path').on(sql`${table.path} text_pattern_ops`),
  ],
)

export const isSkipped = sql`${importProblems.level} in ('skipped', 'aside')`

/** People of an import who were emailed a sign-in link, so that none is emailed twice. */
export const importInvitations = pgTable('import_invitations', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  runId: text('run_id').notNull(),
  invitedAt: instant('invited_at').notNull(),
})
