import { z } from 'zod'

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
