import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { ImportProblem } from '../../report-contract'
import { type Documents, importDocuments } from '../../testing/import-run-factory'
import { buildSourceFiles } from '../../testing/source-files-factory'
import { checkSources } from '../check/check-sources'
import { findHere } from '../check/existing-store'
import { importProblems } from '../tables'

let services: TestServices
const dated = { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-01T00:00:00Z' }
const period = { currentPeriodStart: '2026-11-01T00:00:00Z', currentPeriodEnd: '2026-12-01T00:00:00Z' }
const pass = { merchantId: 'm1', planId: null, status: 'active', amount: 2_900, currency: 'USD', ...dated, ...period }
const here: Documents = {
  'merchants/m1': { name: 'Bar', status: 'active', ...dated },
  'users/ana': { email: 'ana@people.test', ...dated },
}
type Only = NonNullable<Parameters<typeof checkSources>[3]>['only']

/** Returns the problems one by one, as the problem file has them, and grouped, as the terminal shows them. */
async function check(documents: Documents, only: Only = null) {
  const all: ImportProblem[] = []
  const lines = Object.entries(documents).map(([path, data]) => `${JSON.stringify({ path, data })}\n`)
  const { problems, collections } = await checkSources(
    buildSourceFiles({ 'all.ndjson': lines.join('') }),
    { problem: (problem) => void all.push(problem), progress() {} },
    (names) => findHere(services.db, names),
    { only },
  )
  return {
    told: all.map(({ path, field, fault, level }) => [path, field, fault, level].filter(Boolean).join(' ')),
    groups: problems.map(({ field, fault, level, count, example }) =>
      [field, fault, level, count, example].filter(Boolean).join(' '),
    ),
    passes: collections.find(({ kind }) => kind === 'subscriptions'),
  }
}
const written = async (runId: string) =>
  (
    await services.db.select().from(importProblems).where(eq(importProblems.runId, runId)).orderBy(importProblems.id)
  ).map(({ path, field, fault, level }) => [path, field, fault, level].filter(Boolean).join(' '))

beforeEach(async () => {
  services = await createTestServices()
})

describe('§0044 a skipped document', () => {
  it('is not reported as changed, whatever else is wrong with it', async () => {
    const documents = {
      ...here,
      'users/ana/subscriptions/s1': { ...pass, amount: 29.99, createdAt: 'soon' },
      'users/ana/subscriptions/s2': { ...pass, createdAt: 'soon' },
    }
    const { told, passes } = await check(documents)
    expect(told).toEqual([
      'users/ana/subscriptions/s1 amount fraction skipped',
      'users/ana/subscriptions/s2 createdAt not_time changed',
    ])
    expect(passes).toMatchObject({ ready: 0, changed: 1, skipped: 1 })
    expect(await written((await importDocuments(services, documents)).runId)).toEqual(told)
  })

  it('is not reported as changed if it is a duplicate by path, id or email', async () => {
    const { told } = await check({
      ...here,
      'merchants/m2': { name: 'Cafe', status: 'active', ...dated },
      'users/ana/subscriptions/s1': pass,
      'users/bob/subscriptions/s1': { ...pass, amount: 29.99 },
    })
    expect(told).toEqual(['users/bob/subscriptions/s1 amount fraction skipped'])
  })

  it('is not reported as changed if a required record is missing, which shows at the end', async () => {
    await importDocuments(services, here)
    const documents = {
      'users/ana/subscriptions/lost': { ...pass, merchantId: 'gone', createdAt: 'soon' },
      'users/ana/subscriptions/found': { ...pass, createdAt: 'soon' },
    }
    const { told, groups, passes } = await check(documents, ['subscriptions'])
    expect(told).toEqual([
      'users/ana/subscriptions/lost merchantId unknown_merchant skipped',
      'users/ana/subscriptions/found createdAt not_time changed',
    ])
    expect(groups).toEqual([
      'merchantId unknown_merchant skipped 1 users/ana/subscriptions/lost',
      'createdAt not_time changed 1 users/ana/subscriptions/found',
    ])
    expect(passes).toMatchObject({ ready: 0, changed: 1, skipped: 1 })
    const { runId } = await importDocuments(services, documents, { only: ['subscriptions'] })
    expect(await written(runId)).toEqual([
      'users/ana/subscriptions/lost unknown_merchant skipped',
      'users/ana/subscriptions/found createdAt not_time changed',
    ])
  })

  it('does not count among documents that need a placeholder, and is not their example', async () => {
    await importDocuments(services, here)
    const documents = {
      'users/lost/subscriptions/s1': { ...pass, planId: 'gone' },
      'users/lost/subscriptions/s2': pass,
      'users/other/subscriptions/s3': { ...pass, planId: 'gone' },
    }
    const { groups } = await check(documents, ['users', 'subscriptions'])
    expect(groups).toEqual([
      'planId unknown_plan skipped 1 users/lost/subscriptions/s1',
      'userId unknown_user changed 1 users/lost/subscriptions/s2',
    ])
  })
})

it('a person who is imported without an email that someone else has is reported', async () => {
  const documents = { ...here, 'users/bob': { email: 'ana@people.test', ...dated } }
  const { told } = await check(documents)
  expect(told).toEqual(['users/bob same_email changed'])
  expect(await written((await importDocuments(services, documents)).runId)).toEqual(told)
})

describe('§0044 a document that is kept as it is here', () => {
  it('is not reported as changed', async () => {
    const odd = { ...here, 'merchants/m1': { name: 'Bar', status: 'active', ...dated, createdAt: 'soon' } }
    const { runId } = await importDocuments(services, odd)
    expect(await written(runId)).toEqual(['merchants/m1 createdAt not_time changed'])
    await services.db.update(merchants).set({ name: 'Our bar', version: sql`version + 1` })
    const again = await importDocuments(services, {
      ...odd,
      'merchants/m1': { ...odd['merchants/m1'], name: 'Their bar' },
    })
    expect(again.counts.merchants).toMatchObject({ kept: 1 })
    expect(await written(again.runId)).toEqual([])
  })
})
