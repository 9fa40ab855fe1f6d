import { authorize, type Context, type Page, type PageInput, pageTotal, refuse, toPage } from '@quaff/platform/server'
import {
  problemLevels,
  type ImportDetails,
  type ImportProblemRow,
  type ImportRunRow,
  type KindCounts,
  type ListProblemsInput,
  type RunIdInput,
} from '../../contract'
import { idLines, countedKinds } from '../../kinds-rules'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { sourceLabels, type CheckReport, type SourceLabel } from '../../report-contract'
import { lackLines, moneyTexts } from '../../report-rules'
import { documentOutcomes, type ImportState, type RunCounts, type UndoCounts } from '../../runs-contract'
import {
  countProblemRows,
  countProblems,
  countRunRows,
  findNames,
  findRunRow,
  listProblemRows,
  listRunRows,
  problemList,
  runList,
  type ListedRun,
  type ProblemRow,
  type RunRow,
} from './read-imports-store'
import { findRun } from './run-store'

export async function getImport(ctx: Context, { runId }: RunIdInput): Promise<ImportDetails> {
  authorize(ctx.actor, importPermissions, 'import.read')
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  return presentImport(ctx, run)
}

async function presentImport(ctx: Context, run: RunRow): Promise<ImportDetails> {
  const { options, report, counts, undoCounts } = run
  const administrators = report?.administrators ?? []
  const names = await findNames(ctx.db, administrators)
  const problems = await countProblems(ctx.db, run.id)
  return {
    ...presentRun(run),
    paidUntil: options.paidUntil === null ? null : new Date(options.paidUntil),
    grantsAdmins: options.grantsAdmins,
    choice: options.only ? { only: [...options.only], leftOut: report?.choice?.leftOut ?? [] } : null,
    sources: report ? sourcesOf(report) : [],
    lacks: report ? lackLines(report) : [],
    kinds: kindsOf(report, counts, undoCounts),
    comparison: run.state === 'done' ? run.comparison : null,
    others:
      report?.collections.flatMap(({ kind, collection, read }) => (kind === null ? [{ collection, read }] : [])) ?? [],
    money: report ? moneyTexts(report) : [],
    ids: report?.ids ? idLines(report.ids) : [],
    passwords: report?.passwords ?? null,
    administrators: administrators.map((id) => ({ id, name: names.get(id) ?? null })),
    problems: problems.flatMap(({ level, ...one }) => {
      const known = problemLevels.find((word) => word === level)
      return known ? [{ ...one, level: known }] : []
    }),
  }
}

function sourcesOf({ files }: CheckReport): ImportDetails['sources'] {
  const formats = [...new Set(files.map(({ format }) => format))] as SourceLabel[]
  return formats.map((format) => {
    const some = files.filter((file) => file.format === format)
    const bytes = some.reduce((sum, file) => sum + file.bytes, 0)
    return { label: sourceLabels[format], files: some.length, bytes }
  })
}

/** A kind may have several collections: locations are below merchants and at the top. */
function kindsOf(report: CheckReport | null, counts: RunCounts, undoCounts: UndoCounts): KindCounts[] {
  return countedKinds.flatMap((kind) => {
    const some = report?.collections.filter((one) => one.kind === kind) ?? []
    const outcomes = counts[kind] ?? null
    if (some.length === 0 && !outcomes) return []
    const sum = (name: 'read' | 'ready' | 'changed' | 'skipped') => some.reduce((all, one) => all + one[name], 0)
    const written = outcomes ? Object.values(outcomes).reduce((all, one) => all + one, 0) : 0
    return [
      {
        kind,
        read: report ? sum('read') : written,
        ready: sum('ready'),
        changed: sum('changed'),
        foreseenSkipped: sum('skipped'),
        outcomes,
        undone: undoCounts[kind] ?? null,
      },
    ]
  })
}

/** Returns imports, newest first, including those of the command line. */
export async function listImports(ctx: Context, { limit, cursor }: PageInput): Promise<Page<ImportRunRow>> {
  authorize(ctx.actor, importPermissions, 'import.read')
  const rows = await listRunRows(ctx.db, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['imports'] }, () => countRunRows(ctx.db))
  return toPage(rows, { ...runList, limit, total }, presentRun)
}

/** Returns problems in the order in which they were found. */
export async function listImportProblems(ctx: Context, input: ListProblemsInput): Promise<Page<ImportProblemRow>> {
  authorize(ctx.actor, importPermissions, 'import.read')
  const { runId, limit, cursor, ...filter } = input
  if (!(await findRun(ctx.db, runId))) throw refuse(importRefusals, 'IMPORT_GONE')
  const rows = await listProblemRows(ctx.db, runId, filter, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['import problems', runId, filter] }, () =>
    countProblemRows(ctx.db, runId, filter),
  )
  return toPage(rows, { ...problemList, limit, total }, presentProblem)
}

export function presentProblem({ kind, rowId, level, ...row }: ProblemRow): ImportProblemRow {
  return {
    id: row.id,
    path: row.path,
    collection: row.collection,
    field: row.field,
    fault: row.fault,
    level: problemLevels.find((word) => word === level) ?? 'note',
    // Older runs stored the text "null" for a missing value.
    shown: row.shown === 'null' ? '' : row.shown,
    file: row.file,
    place: row.place,
    record: kind === null || rowId === null || rowId === '' ? null : { kind, id: rowId },
  }
}

export function presentRun({ startedBy, starterName, ...run }: ListedRun): ImportRunRow {
  const outcomes = sumOf(run.counts)
  const hasWritten = outcomes.created + outcomes.updated > 0
  return {
    id: run.id,
    state: isUnderWay(run.state) && !run.isMoving ? 'stopped' : run.state,
    stopReason: run.stopReason,
    mayContinue: (run.state === 'writing' || run.state === 'undoing') && !run.isMoving,
    mayUndo:
      run.state === 'done' || (run.state === 'writing' && !run.isMoving) || (run.state === 'stopped' && hasWritten),
    source: run.source,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    startedBy: startedBy === null ? null : { id: startedBy, name: starterName ?? startedBy },
    read: run.total ?? run.read,
    total: run.total,
    outcomes,
  }
}

const isUnderWay = (state: ImportState) => state === 'reading' || state === 'writing' || state === 'undoing'

function sumOf(counts: RunCounts) {
  const sums = { created: 0, updated: 0, same: 0, kept: 0, skipped: 0 }
  for (const outcomes of Object.values(counts)) for (const name of documentOutcomes) sums[name] += outcomes[name]
  return sums
}

/** Returns the row of the list after a change. */
export async function readRun(ctx: Context, runId: string): Promise<ImportRunRow> {
  const run = await findRunRow(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  return presentRun(run)
}
