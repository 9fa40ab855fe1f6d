import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { DifferenceCause, Sum } from '../../figures/contract'
import { hashOf } from '../applying/document-store'
import type { CauseSums } from './cause-sums'
import type { ComparedRun } from './compare-run'
import { findAside, findDrinks, findPasses, findTaken, type FoundDrink, type FoundPass } from './figure-store'
import { lastOf, monthName, usageSums } from './second-reader'
import { spoolPages } from './spool-pages'
import { lessOf } from './sum-map'

type UsageKind = 'subscriptions' | 'redemptions'
type Found = { hash: string; isEdited: boolean; sums: Sum[] }

/** Passes or drinks, each beside the row that it became. */
export async function compareUsage(compared: ComparedRun, kind: UsageKind, into: CauseSums): Promise<void> {
  const { services, renamed } = compared
  for await (const documents of spoolPages(compared, kind)) {
    const found = await findRows(compared, kind, documents)
    const differing: { document: SourceDocument; theirs: Sum[]; ours: Sum[] }[] = []
    for (const document of documents) {
      const theirs = usageSums(kind, document.data).map((sum) =>
        sum.figure === 'month' ? sum : { ...sum, of: renamed.merchant(sum.of) },
      )
      const ours = found.get(document.path)?.sums ?? []
      if (lessOf(theirs, ours).length === 0) into.add(theirs, ours, null)
      else differing.push({ document, theirs, ours })
    }
    const unknown = differing.flatMap(({ document: { path } }) => (found.has(path) ? [] : path))
    const aside = await findAside(services.db, compared.run.id, unknown)
    const taken = await findTaken(services.db, kind, unknown.map(lastOf))
    for (const { document, theirs, ours } of differing) into.add(theirs, ours, causeOf(document))

    function causeOf({ path, data }: SourceDocument): DifferenceCause | null {
      const row = found.get(path)
      if (!row) {
        if (aside.has(path)) return 'aside'
        return taken.has(lastOf(path)) ? 'kept' : null
      }
      if (row.isEdited) return 'edited'
      return row.hash === hashOf(data) ? null : 'kept'
    }
  }
}

async function findRows({ services: { db } }: ComparedRun, kind: UsageKind, documents: readonly SourceDocument[]) {
  const paths = documents.map(({ path }) => path)
  const rows =
    kind === 'subscriptions'
      ? (await findPasses(db, paths)).map((row) => [row.path, { ...row, sums: sumsOfPass(row) }] as const)
      : (await findDrinks(db, paths)).map((row) => [row.path, { ...row, sums: sumsOfDrink(row) }] as const)
  return new Map<string, Found>(rows)
}

function sumsOfPass({ status, merchantId, currency, monthlyMinor }: FoundPass): Sum[] {
  if (status !== 'active') return []
  return [
    { figure: 'active', of: merchantId, currency, value: 1 },
    { figure: 'monthly', of: merchantId, currency, value: monthlyMinor },
  ]
}

function sumsOfDrink({ status, merchantId, redeemedAt }: FoundDrink): Sum[] {
  if (status !== 'completed' || !redeemedAt) return []
  return [
    { figure: 'redemptions', of: merchantId, currency: '', value: 1 },
    { figure: 'month', of: monthName(redeemedAt), currency: '', value: 1 },
  ]
}
