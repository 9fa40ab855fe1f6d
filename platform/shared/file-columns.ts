import { z } from 'zod'

/** Columns that a person assigned to positions of the file. Null: the position is ignored. */
export type ByHand<Column> = readonly { position: number; column: Column | null }[]

/**
 * Assigns columns to positions: first the choices by hand, then the headings. If two headings mean the same column, the
 * first wins. `unknown` has all positions with an unknown heading, even if chosen by hand.
 */
export function placeColumns<Column extends string>(
  header: readonly string[],
  columnOf: (heading: string) => Column | undefined,
  byHand: ByHand<Column> = [],
): { columns: Map<Column, number>; unknown: number[] } {
  const columns = new Map<Column, number>()
  const said = new Set<number>()
  for (const { position, column } of byHand) {
    if (position >= header.length || said.has(position)) continue
    said.add(position)
    if (column !== null && !columns.has(column)) columns.set(column, position)
  }
  const unknown: number[] = []
  for (const [position, heading] of header.entries()) {
    const column = columnOf(heading)
    if (said.has(position) || column === undefined || columns.has(column)) unknown.push(position)
    else columns.set(column, position)
  }
  return { columns, unknown }
}

export type FileColumns<Column> = {
  /** Columns that were recognized by their headings. */
  knownColumns: Column[]
  /** The other columns, with their first value and the choice by hand. */
  unknownColumns: { position: number; heading: string; sample: string; column: Column | null }[]
  /** Required columns that must be chosen before the import. */
  missingColumns: Column[]
}

/** Returns what an import shows and asks about the columns of a file. */
export function describeColumns<Column extends string>(
  [headings = [], ...rows]: readonly (readonly string[])[],
  { columns, unknown }: ReturnType<typeof placeColumns<Column>>,
  required: readonly Column[],
): FileColumns<Column> {
  const columnAt = new Map([...columns].map(([column, position]) => [position, column]))
  const unknownColumns = unknown
    .map((position) => ({
      position,
      heading: (headings[position] ?? '').slice(0, headingLength),
      sample: sampleOf(rows, position),
      column: columnAt.get(position) ?? null,
    }))
    .filter(({ heading, sample }) => heading !== '' || sample !== '')
  const byHand = new Set(unknown)
  return {
    knownColumns: [...columns].flatMap(([column, position]) => (byHand.has(position) ? [] : column)),
    unknownColumns,
    missingColumns: required.filter((column) => !columns.has(column)),
  }
}

const [headingLength, sampleLength] = [120, 60]

function sampleOf(rows: readonly (readonly string[])[], position: number) {
  const cell = rows.find((cells) => (cells[position] ?? '').trim() !== '')?.[position] ?? ''
  return cell.trim().slice(0, sampleLength)
}

/** Replaces headings by the columns chosen by hand, so that a file with these headings needs no more questions. */
export function namedHeadings<Column extends string>(
  headings: readonly string[],
  { unknownColumns }: FileColumns<Column>,
): string[] {
  const named = new Map(unknownColumns.map(({ position, column }) => [position, column]))
  return headings.map((heading, position) => named.get(position) ?? heading)
}

/** A file is read up to its hundredth column. */
const positions = 100

/** Choices by hand for columns with an unknown heading. Null: the column is ignored. */
export const byHandSchema = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z
    .array(
      z.strictObject({
        position: z
          .int()
          .min(0)
          .max(positions - 1),
        column: z.enum(columns).nullable(),
      }),
    )
    .max(positions)

/** The schema of `FileColumns`. */
export const fileColumnsSchema = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.object({
    knownColumns: z.array(z.enum(columns)),
    unknownColumns: z.array(
      z.object({ position: z.int(), heading: z.string(), sample: z.string(), column: z.enum(columns).nullable() }),
    ),
    missingColumns: z.array(z.enum(columns)),
  })
