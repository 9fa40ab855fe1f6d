import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { problemLevels, type ImportDetails, type KindCounts, type RunIdInput } from '../../contract'
import { idLines } from '../../ids-rules'
import { countedKinds } from '../../kinds-rules'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { sourceLabels, type CheckReport, type SourceLabel } from '../../report-contract'
import { lackLines, moneyTexts } from '../../report-rules'
import type { RunCounts, UndoCounts } from '../../runs-contract'
import { presentRun } from './present-run'
import { countProblems, findNames, findRunRow, type RunRow } from './screen-store'

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

/** A kind may have come from several collections: locations stand below merchants and at the top. */
function kindsOf(report: CheckReport | null, counts: RunCounts, undoCounts: UndoCounts): KindCounts[] {
  return countedKinds.flatMap((kind) => {
    const some = report?.collections.filter((one) => one.kind === kind) ?? []
    const outcomes = counts[kind] ?? null
    if (some.length === 0 && !outcomes) return []
    const sum = (name: 'read' | 'ready' | 'changed' | 'aside') => some.reduce((all, one) => all + one[name], 0)
    const written = outcomes ? Object.values(outcomes).reduce((all, one) => all + one, 0) : 0
    return [
      {
        kind,
        read: report ? sum('read') : written,
        ready: sum('ready'),
        changed: sum('changed'),
        foreseenAside: sum('aside'),
        outcomes,
        undone: undoCounts[kind] ?? null,
      },
    ]
  })
}
