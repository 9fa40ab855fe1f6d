import { eventOutcomes, type EventOutcome, type EventResult, type IngestAnswer } from './contract'

/**
 * Splits a batch into parts that are written in order: each record occurs once per part, older states first. A batch
 * without repeated records is one part.
 */
export function inWaves<Row>(rows: readonly Row[], keyOf: (row: Row) => string, rankOf: (row: Row) => number): Row[][] {
  const waves: Row[][] = []
  const seen = new Map<string, number>()
  for (const row of rows.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const wave = seen.get(keyOf(row)) ?? 0
    seen.set(keyOf(row), wave + 1)
    ;(waves[wave] ??= []).push(row)
  }
  return waves
}

export function countOutcomes(results: readonly EventResult[]): IngestAnswer['counts'] {
  const count = (one: EventOutcome) => results.filter(({ outcome }) => outcome === one).length
  return Object.fromEntries(eventOutcomes.map((one) => [one, count(one)])) as IngestAnswer['counts']
}
