import type { Services } from '@quaff/platform/server/context'
import type { Spool } from '@quaff/platform/server/ports'
import { comparisonLimits, type Comparison, type Difference, type RunFigures, type Sum } from '../../figures/contract'
import { writtenKinds } from '../../kinds/rules'
import { documentOutcomes, type RunCounts } from '../../runs/contract'
import { listRenamed } from '../applying/document-store'
import { RenamedIds } from '../applying/renamed-ids'
import type { ImportRun } from '../runs/run-store'
import { CauseSums } from './cause-sums'
import { comparePeople } from './compare-people'
import { compareUsage } from './compare-usage'
import { type CounterDrift, findCounterDrift, findMerchantNames } from './figure-store'
import { SumMap } from './sum-map'

/** What a comparison goes along with. */
export type ComparedRun = {
  services: Services
  spool: Spool
  run: Pick<ImportRun, 'id' | 'options'>
  renamed: RenamedIds
  /** After some documents: nobody takes the run for one that is left alone. */
  keepMoving(): Promise<void>
}

/**
 * Compares what the second reader made of the documents with the rows that these became and with the counters beside them.
 * Goes through the documents once more, so that of each difference it is known which of them it comes from and why.
 */
export async function compareRun(
  services: Services,
  spool: Spool,
  run: Pick<ImportRun, 'id' | 'options' | 'counts'> & { figures: RunFigures },
  keepMoving: ComparedRun['keepMoving'],
): Promise<Comparison> {
  const renamed = new RenamedIds(await listRenamed(services.db))
  const compared = { services, spool, run, renamed, keepMoving }
  const found = new CauseSums()
  await compareUsage(compared, 'subscriptions', found)
  await compareUsage(compared, 'redemptions', found)
  await comparePeople(compared, found)
  const documents = new SumMap().add(inNewIds(run.figures.sums, renamed))
  const sums = new SumMap().add(documents.list()).add(found.rows.list())
  const drifts = await driftsOf(services, sums.list())
  const keys = sums.add(drifts.map((drift) => ({ ...drift, value: 0 }))).list()
  const differences = keys
    .flatMap((key) => differenceAt(key, documents, found, drifts) ?? [])
    .sort((one, other) => Number(one.isExplained) - Number(other.isExplained))
  const listed = differences.slice(0, comparisonLimits.differences)
  const names = await findMerchantNames(services.db, [...new Set(listed.map(({ of }) => of))])
  return {
    sums: keys.length,
    differences: listed.map((one) => ({ ...one, name: isOfMerchant(one) ? (names.get(one.of) ?? null) : null })),
    more: differences.length - listed.length,
    lost: lostOf(run.figures.documents, run.counts),
  }
}

const isOfMerchant = ({ figure }: Pick<Sum, 'figure'>) =>
  figure === 'active' || figure === 'monthly' || figure === 'redemptions'

const inNewIds = (sums: readonly Sum[], renamed: RenamedIds): Sum[] =>
  sums.map((sum) => (isOfMerchant(sum) ? { ...sum, of: renamed.merchant(sum.of) } : sum))

const merchantsAtOnce = 500

async function driftsOf({ db }: Services, keys: readonly Sum[]): Promise<CounterDrift[]> {
  const ids = [...new Set(keys.filter(isOfMerchant).map(({ of }) => of))]
  const drifts: CounterDrift[] = []
  for (let index = 0; index < ids.length; index += merchantsAtOnce)
    drifts.push(...(await findCounterDrift(db, ids.slice(index, index + merchantsAtOnce))))
  return drifts
}

function differenceAt(
  { figure, of, currency }: Omit<Sum, 'value'>,
  documents: SumMap,
  found: CauseSums,
  drifts: readonly CounterDrift[],
): Difference | null {
  const key = { figure, of, currency }
  const isKey = (one: Omit<Sum, 'value'>) => one.figure === figure && one.of === of && one.currency === currency
  const drift = drifts.find(isKey)
  const [read, rows] = [documents.valueOf(key), found.rows.valueOf(key)]
  if (read === rows && !drift) return null
  const causes = found.causesOf(key)
  const explained = causes.reduce((sum, { value }) => sum + value, 0)
  return {
    ...key,
    name: null,
    documents: read,
    rows,
    counter: drift ? { counted: drift.counted, rows: drift.rows } : null,
    causes,
    isExplained: !drift && read - rows === explained,
  }
}

/** The five outcomes add up to what was read, or some are lost. */
function lostOf(documents: RunFigures['documents'], counts: RunCounts): Comparison['lost'] {
  return writtenKinds.flatMap((kind) => {
    const read = documents[kind] ?? 0
    const outcomes = counts[kind]
    const accounted = outcomes ? documentOutcomes.reduce((sum, name) => sum + outcomes[name], 0) : 0
    return read === accounted ? [] : [{ kind, read, accounted }]
  })
}
