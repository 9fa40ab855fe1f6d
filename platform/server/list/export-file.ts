import { byteOrderMark, csvLines, type CsvCell } from './csv'

/** The file in pieces, one page in memory at a time; the header stands even without rows. */
export async function* csvPieces<T>(
  columns: readonly string[],
  pages: AsyncIterable<readonly T[]>,
  cellsOf: (row: T) => readonly CsvCell[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns])
  for await (const page of pages) if (page.length > 0) yield csvLines(page.map(cellsOf))
}

/** One array of objects, written piece by piece. */
export async function* jsonPieces<T>(
  pages: AsyncIterable<readonly T[]>,
  objectOf: (row: T) => object,
): AsyncGenerator<string> {
  let separator = '\n'
  yield '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(objectOf(row))).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}
