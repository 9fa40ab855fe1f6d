import { FormatError, type Chunks } from '@quaff/firestore-export'
import { readCsvLines } from '@quaff/platform/server/list/read-csv'
import { headingKey } from '@quaff/platform/shared/csv'
import { isRefusal } from '@quaff/platform/shared/refusal'
import type { IdLine } from '../../ids-contract'
import { idColumns, mappedKindOf, mappedPath } from '../../ids-rules'
import type { ProblemFault } from '../../report-contract'
import { isUsableId } from '../apply/renamed-ids'
import { isImportPath } from './open-sources'

export type ReadLine = { line: number } & (IdLine | { path: string | null; fault: ProblemFault; shown: string })

/** It is read as a whole: more than half a million lines. */
const mostBytes = 32 * 1_024 ** 2

/** The lines of a file that gives ids, each judged by itself. */
export async function readIdFile(chunks: Chunks): Promise<ReadLine[]> {
  const [header, ...rows] = readRows(await readText(chunks))
  const names = (header?.record ?? []).map(headingKey)
  const [document, id] = idColumns.map((column) => names.indexOf(column))
  return rows.map(({ line, record }): ReadLine => {
    const path = record[document ?? -1] ?? ''
    const given = record[id ?? -1]?.trim() ?? ''
    const wrong = (fault: ProblemFault, shown: string) => ({
      line,
      path: isImportPath(path) ? path : null,
      fault,
      shown,
    })
    if (path === '' || given === '') return wrong('id_cells', '')
    if (!isImportPath(path)) return wrong('bad_path', path.slice(0, shownLetters))
    const kind = mappedKindOf(path)
    if (kind === null) return wrong('id_kind', '')
    if (!isUsableId(given)) return wrong('id_unusable', given.slice(0, shownLetters))
    return { line, path: mappedPath(kind, path), kind, id: given }
  })
}

const shownLetters = 100

function readRows(text: string) {
  try {
    return readCsvLines(text)
  } catch (error) {
    if (isRefusal(error)) throw new FormatError('damaged', null)
    throw error
  }
}

async function readText(chunks: Chunks): Promise<string> {
  const found: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > mostBytes) throw new FormatError('too_large', null)
    found.push(chunk)
  }
  return Buffer.concat(found).toString('utf8')
}
