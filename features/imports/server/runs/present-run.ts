import type { ImportRunRow } from '../../contract'
import { documentOutcomes, type DocumentOutcome, type ImportState, type RunCounts } from '../../runs-contract'
import type { ListedRun } from './screen-store'

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

function sumOf(counts: RunCounts): Record<DocumentOutcome, number> {
  const sums = { created: 0, updated: 0, same: 0, kept: 0, aside: 0 }
  for (const outcomes of Object.values(counts)) for (const name of documentOutcomes) sums[name] += outcomes[name]
  return sums
}
