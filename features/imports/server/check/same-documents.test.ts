import { beforeAll, describe, expect, it } from 'vitest'
import { encodeEntity, encodeLog } from '@quaff/firestore-export/testing/managed-export'
import { documentsIn } from '@quaff/firestore-export/testing/source-chunks'
import { canonicalText } from '@quaff/platform/shared/documents/document-values'
import { documentKinds } from '../../kinds-rules'
import type { CheckReport, ImportProblem } from '../../report-contract'
import { buildCorpus } from '../../testing/corpus-factory'
import {
  bareTree,
  canonicalLines,
  foreignJson,
  markedTree,
  plainLines,
  restDocuments,
  tableRows,
} from '../../testing/dump-factory'
import { buildSourceFiles, checkContents, packed } from '../../testing/source-files-factory'
import { openSources, readSource } from './open-sources'

const corpus = buildCorpus()
const expected = corpus.map((document) => canonicalText(document)).sort()

const rest = restDocuments(corpus)
const formats: [title: string, label: string, content: string | Buffer][] = [
  ['a managed log', 'managed_documents', encodeLog(corpus.map(encodeEntity))],
  ['a tree with marks', 'tree_marked', markedTree(corpus, false)],
  ['a tree with marks, times as text', 'tree_marked', markedTree(corpus, true)],
  ['a tree without marks', 'tree_bare', bareTree(corpus)],
  ['a list of the REST interface', 'list', JSON.stringify({ documents: rest, nextPageToken: 'x' }, null, 2)],
  [
    'answers to a query',
    'list',
    JSON.stringify(rest.map((document) => ({ document, readTime: '2024-01-01T00:00:00Z' }))),
  ],
  ['lines in plain words', 'lines', plainLines(corpus)],
  ['lines of our own form', 'lines', canonicalLines(corpus)],
  ['lines of the REST interface', 'lines', rest.map((one) => `${JSON.stringify(one)}\r\n`).join('')],
  ['rows of a table', 'lines', tableRows(corpus)],
  ['a list of our own form', 'list', foreignJson(corpus)],
  ['a packed file', 'lines', packed(plainLines(corpus))],
]

type Outcome = ReturnType<typeof withoutOrder> & { each: string[] }
const eachOf = (problems: ImportProblem[]) =>
  problems.map(({ file: _file, place: _place, ...one }) => JSON.stringify(one)).sort()

/** The order of the file decides which duplicate is reported and which document is the example. */
const withoutOrder = ({ collections, problems }: CheckReport) => ({
  collections,
  problems: problems
    .map(({ example: _example, ...one }) => one)
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
})

describe('the same 500 documents', () => {
  let judged: Outcome
  beforeAll(async () => {
    const { report, problems } = await checkContents({ x: formats[7]?.[2] ?? '' })
    judged = { ...withoutOrder(report), each: eachOf(problems) }
  })

  it('§7 cover every known collection, and some have errors', () => {
    expect(corpus).toHaveLength(500)
    const kinds = judged.collections.flatMap(({ kind }) => kind ?? [])
    expect(new Set(kinds)).toEqual(new Set(documentKinds.filter((kind) => kind !== 'accounts' && kind !== 'pictures')))
    expect(judged.problems.map(({ collection, field, fault, level }) => [collection, field, fault, level])).toEqual(
      expect.arrayContaining([
        ['merchants/subscriptionPlans/prices', 'amount', 'fraction', 'skipped'],
        ['users/redemptions', 'redeemedAt', 'not_time', 'skipped'],
        ['subscriptions', 'status', 'unknown_word', 'skipped'],
        ['users', '', 'unusable_id', 'changed'],
        ['merchants/locations', '', 'same_id', 'changed'],
        ['redemptions', 'merchantId', 'unknown_merchant', 'changed'],
      ]),
    )
  })

  it.each(formats)('give the same report from %s', async (_title, label, content) => {
    const sources = await openSources(buildSourceFiles({ 'a file': content }, 10_007))
    const found = (await Promise.all(sources.map(async (one) => documentsIn(readSource(one))))).flat()
    expect(found.map((document) => canonicalText(document)).sort()).toEqual(expected)
    const { report, problems } = await checkContents({ 'a file': content })
    expect(report.files).toEqual([expect.objectContaining({ format: label, documents: 500, fault: null })])
    expect(withoutOrder(report)).toEqual({ collections: judged.collections, problems: judged.problems })
    if (!label.startsWith('tree')) expect(eachOf(problems)).toEqual(judged.each)
  })
})
