/** `chunks` is read as the reader takes it, a page in memory at a time. */
export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

export const csvType = 'text/csv; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'
export const exportPage = 1_000
