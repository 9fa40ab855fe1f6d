import { subscriptionDocumentRows } from '@quaff/features/subscriptions/server'
import { adminRole, inTransaction, type Services } from '@quaff/platform/server'
import { type CountedKind, type DocumentKind, isLeftOut, type WrittenKind } from '../kinds-rules'
import type { Comparison, Difference, DifferenceCause, FigureName, LostDocuments, Sum } from '../report-contract'
import { listRenamed } from './apply/document-store'
import { listMapped } from './apply/id-store'
import { RenamedIds } from './apply/renamed-ids'
import {
  countEditedPeople,
  countOfOtherRuns,
  countVoided,
  findMerchantNames,
  listNotedPasses,
  sumCounters,
  sumPeople,
  sumRows,
} from './figure-store'
import type { ImportRun } from './runs/run-store'
import { SumMap } from './second-reader'

const listed = 500
const passesAtOnce = 1_000
const ofMerchants: ReadonlySet<FigureName> = new Set(['active', 'monthly', 'redemptions'])
const kindOfFigure = {
  active: 'subscriptions',
  monthly: 'subscriptions',
  redemptions: 'redemptions',
  month: 'redemptions',
  people: 'users',
  passwords: 'accounts',
} as const satisfies Record<FigureName, WrittenKind>

/**
 * Compares the sums of a run's documents with current rows and counters, and explains differences. Returns null if the
 * run has no sums.
 */
export async function compareRun(services: Services, run: ImportRun): Promise<Comparison | null> {
  const { report } = run
  if (!report?.figures) return null
  const { db, clock } = services
  const renamed = new RenamedIds(await listRenamed(db), await listMapped(db))
  // A run with chosen kinds is compared for these only.
  const isCompared = ({ figure }: Pick<Sum, 'figure'>) =>
    !isLeftOut(kindOfFigure[figure], run.options.only) ||
    (figure === 'people' && !isLeftOut('accounts', run.options.only))
  const inOurIds = (sums: readonly Sum[]) =>
    new SumMap(sums.map((sum) => (ofMerchants.has(sum.figure) ? { ...sum, of: renamed.merchant(sum.of) } : sum)))
  const documents = inOurIds(report.figures)
  const merchantIds = merchantsIn(documents.list())
  const rows = new SumMap([...(await sumRows(db, merchantIds, 'all')), ...(await sumPeople(db))])
  const counters = new SumMap(await sumCounters(db, merchantIds))
  const all = new SumMap([...documents.list(), ...rows.list(), ...counters.list()].filter(isCompared)).list()
  const different = all.flatMap((sum) => {
    const [said, here] = [documents.valueOf(sum), rows.valueOf(sum)]
    const counted = ofMerchants.has(sum.figure) ? counters.valueOf(sum) : null
    return said === here && (counted === null || counted === here) ? [] : [{ sum, said, here, counted }]
  })
  const affected = merchantsIn(different.map(({ sum }) => sum))
  const names = await findMerchantNames(db, affected)
  const isOfRows = different.some(({ said, here }) => said !== here)
  const explain = isOfRows ? await explainer(services, run, inOurIds, { merchantIds, affected }) : null
  const differences = different.map(({ sum: { figure, of, currency }, said, here, counted }): Difference => {
    const sum = { figure, of, currency }
    const name = (ofMerchants.has(figure) && names.get(of)) || null
    const why = said === here || !explain ? { causes: [], isExplained: true } : explain(sum, said, here)
    const isExplained = why.isExplained && (counted === null || counted === here)
    return { ...sum, name, documents: said, rows: here, counted, causes: why.causes, isExplained }
  })
  differences.sort((one, other) => Number(one.isExplained) - Number(other.isExplained))
  return {
    at: clock.now().toISOString(),
    sums: all.length,
    differences: differences.slice(0, listed),
    more: Math.max(0, differences.length - listed),
    lost: lostDocuments(run),
  }
}

const merchantsIn = (sums: readonly Sum[]) => [
  ...new Set(sums.flatMap(({ figure, of }) => (ofMerchants.has(figure) && of !== '' ? [of] : []))),
]

/** Collects the causes of differences. Called only if there is a difference. */
async function explainer(
  services: Services,
  run: ImportRun,
  inOurIds: (sums: readonly Sum[]) => SumMap,
  { merchantIds, affected }: { merchantIds: readonly string[]; affected: readonly string[] },
) {
  const { db } = services
  const [skipped, kept] = [inOurIds(run.leftOut?.skipped ?? []), inOurIds(run.leftOut?.kept ?? [])]
  const here = new SumMap(await sumRows(db, merchantIds, 'made here'))
  const voided = await countVoided(db, affected)
  const passes = new Map<string, number>()
  for (const id of affected) passes.set(id, await countEditedPasses(services, id))
  const people = await countEditedPeople(db)
  const documents = inOurIds(run.report?.figures ?? [])
  const administrators = documents.valueOf({ figure: 'people', of: adminRole, currency: '' })
  const earlier = {
    subscriptions: await countEarlier(services, run, 'subscriptions'),
    redemptions: await countEarlier(services, run, 'redemptions'),
    users: await countEarlier(services, run, 'users'),
    accounts: await countEarlier(services, run, 'accounts'),
  }
  const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

  return (sum: Omit<Sum, 'value'>, said: number, rows: number): Pick<Difference, 'causes' | 'isExplained'> => {
    const { figure } = sum
    const isOfPeople = figure === 'people' || figure === 'passwords'
    const units = { skipped: skipped.valueOf(sum), kept: kept.valueOf(sum), here: here.valueOf(sum) }
    const edited = isOfPeople ? people : editedOf(sum)
    const gap = Math.abs(said - units.skipped - units.kept + units.here - rows)
    const isSettled = gap === 0
    const loose: Partial<Record<DifferenceCause, number>> = isSettled
      ? {}
      : {
          edited,
          earlier: rows > said ? earlier[kindOfFigure[figure]] : 0,
          not_granted: isOfPeople && !run.options.grantsAdmins ? administrators : 0,
          no_hash_settings: figure === 'passwords' && run.options.hashConfigId === null ? said : 0,
        }
    const causes = Object.entries({ ...units, ...loose } as Record<DifferenceCause, number>)
      .filter(([, value]) => value !== 0)
      .map(([cause, value]) => ({ cause: cause as DifferenceCause, value }))
    return { causes, isExplained: isSettled || mayBe(figure, gap, Object.values(loose)) }
  }

  function editedOf({ figure, of }: Omit<Sum, 'value'>): number {
    if (figure === 'month') return total(voided)
    return (figure === 'redemptions' ? voided : passes).get(of) ?? 0
  }
}

/**
 * Returns true if edited rows can explain the gap: each explains a difference of one in a count, or any difference in
 * an amount.
 */
function mayBe(figure: FigureName, gap: number, counts: readonly number[]) {
  const rows = counts.reduce((sum, count) => sum + count, 0)
  return figure === 'monthly' ? rows > 0 : gap <= rows
}

/** Counts subscriptions changed since the import. */
async function countEditedPasses(services: Services, merchantId: string) {
  let edited = 0
  for (let after = ''; ;) {
    const noted = await listNotedPasses(services.db, merchantId, after, passesAtOnce)
    const ids = noted.map(({ id }) => id)
    const now = await inTransaction(services, (tx) => subscriptionDocumentRows.versions(tx, ids))
    edited += noted.filter(({ id, version }) => now.get(id) !== version).length
    if (noted.length < passesAtOnce) return edited
    after = ids.at(-1) ?? ''
  }
}

/** Counts documents of a kind from earlier runs that are not in this run. */
async function countEarlier({ db }: Services, { id, counts }: ImportRun, kind: DocumentKind) {
  const { same = 0, kept = 0 } = counts[kind] ?? {}
  return Math.max(0, (await countOfOtherRuns(db, kind, id)) - same - kept)
}

/** Returns kinds whose outcomes do not add up to the documents read. */
function lostDocuments({ report, counts }: ImportRun): LostDocuments[] {
  const read = new Map<CountedKind, number>()
  for (const { kind, read: some, unwritten } of report?.collections ?? [])
    if (kind !== null && unwritten !== undefined) read.set(kind, (read.get(kind) ?? 0) + some)
  return [...read].flatMap(([kind, some]) => {
    const accounted = Object.values(counts[kind] ?? {}).reduce((sum, one) => sum + one, 0)
    return accounted === some ? [] : [{ kind, read: some, accounted }]
  })
}
