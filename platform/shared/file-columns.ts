import { z } from 'zod'

/** What somebody says that a column of their file holds; null: nothing is read from it. */
export type ByHand<Column> = readonly { position: number; column: Column | null }[]

/**
 * The columns of a file and where they stand: what was said by hand first, then what the headings say, of two that say
 * the same the first. `unknown` are the positions whose heading says nothing, whatever was said of them by hand.
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
  /** Found by their headings. */
  knownColumns: Column[]
  /** The others, with what stands in them first and what was said of them by hand. */
  unknownColumns: { position: number; heading: string; sample: string; column: Column | null }[]
  /** Nothing can be imported before it is said which columns these are. */
  missingColumns: Column[]
}

/** What whoever imports a file is told and asked about its columns. */
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

function sampleOf(rows: readonly (readonly string[])[], position: number): string {
  const cell = rows.find((cells) => (cells[position] ?? '').trim() !== '')?.[position] ?? ''
  return cell.trim().slice(0, sampleLength)
}

/** With the names of the columns that were placed by hand: a file with these headings is read without asking again. */
export function namedHeadings<Column extends string>(
  headings: readonly string[],
  { unknownColumns }: FileColumns<Column>,
): string[] {
  const named = new Map(unknownColumns.map(({ position, column }) => [position, column]))
  return headings.map((heading, position) => named.get(position) ?? heading)
}

/** Files are read up to their hundredth column. */
const positions = 100

/** What an import is told by hand of columns whose heading says nothing; null: nothing, as if it were not asked. */
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

/** What a preview tells and asks about the columns of a file: the shape of `FileColumns`. */
export const fileColumnsSchema = <Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.object({
    knownColumns: z.array(z.enum(columns)),
    unknownColumns: z.array(
      z.object({ position: z.int(), heading: z.string(), sample: z.string(), column: z.enum(columns).nullable() }),
    ),
    missingColumns: z.array(z.enum(columns)),
  })
