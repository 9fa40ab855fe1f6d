import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { DocumentKind } from '../../kinds/rules'
import type { ComparedRun } from './compare-run'

const pageSize = 2_000
/** Pages between two notes that somebody is at it. */
const noteEvery = 20

/** Documents as they lie in the spool, some at a time. */
export async function* spoolPages({ spool, keepMoving }: ComparedRun, kind: DocumentKind) {
  let page: SourceDocument[] = []
  let pages = 0
  for await (const line of spool.lines(kind)) {
    page.push(JSON.parse(line) as SourceDocument)
    if (page.length < pageSize) continue
    yield page
    page = []
    pages += 1
    if (pages % noteEvery === 0) await keepMoving()
  }
  if (page.length > 0) yield page
}
