import { readLogRecords } from './leveldb-log'
import { readMessage, type WireField } from './protobuf'
import type { Chunks } from './reading'

/** How many documents and bytes an export says are in the folder of one of its metadata files. */
export type ExportCount = { metadataFile: string; documents: number; bytes: number }

const entries = 1
const entry = { file: 2, documents: 3, bytes: 4 } as const

/**
 * Reads the counts in `<name>.overall_export_metadata`.
 *
 * @throws FormatError if the file is damaged.
 */
export async function* readExportCounts(chunks: Chunks): AsyncGenerator<ExportCount> {
  for await (const record of readLogRecords(chunks)) yield* countsIn(record)
}

/** Returns no counts if the record is something else. */
export function countsIn(record: Buffer): ExportCount[] {
  return messageOf(record).flatMap((field) => {
    if (field.number !== entries || field.kind !== 'bytes') return []
    const parts = messageOf(field.value)
    const file = parts.find(({ number }) => number === entry.file)
    if (file?.kind !== 'bytes') return []
    const metadataFile = file.value.toString('utf8')
    return metadataFile.endsWith('.export_metadata')
      ? [{ metadataFile, documents: countOf(parts, entry.documents), bytes: countOf(parts, entry.bytes) }]
      : []
  })
}

/** A field without a number is 0: the encoder leaves it out. */
function countOf(parts: WireField[], number: number): number {
  const field = parts.find((part) => part.number === number)
  return field?.kind === 'varint' ? Number(field.value) : 0
}

function messageOf(bytes: Buffer): WireField[] {
  try {
    return readMessage(bytes)
  } catch {
    return []
  }
}
