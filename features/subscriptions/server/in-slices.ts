/** Far below the 65,535 parameters that one statement may carry, for rows of up to twenty columns. */
const rowsPerStatement = 2_000

/** One statement as long as the batch is of an ordinary size; sorted rows stay in their order. */
export async function inSlices<T>(rows: readonly T[], write: (slice: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await write(rows.slice(start, start + rowsPerStatement))
  }
}
