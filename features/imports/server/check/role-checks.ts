import { claimedMerchants, mayEnterConsole, resolveRole } from '@quaff/features/accounts/rules'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import { differingMerchants } from '../../kinds-rules'
import type { ImportProblem } from '../../report-contract'
import { noNamesRequested, type FindHere } from './existing-store'
import { IdSet } from './id-set'
import type { Judged } from './judge-document'

/** Limits memory, which must not grow with the export. The writer reports the remaining people. */
const remembered = 50_000

type Named = {
  about: Pick<ImportProblem, 'path' | 'collection' | 'file' | 'place'>
  merchantIds: readonly string[]
} & { outcome: Judged['outcome'] }

/** Compares workplaces in claims and in documents over all files, which come in any order. */
export class Workplaces {
  private readonly claimed = new Map<string, readonly string[]>()
  private readonly named = new Map<string, Named>()

  note(kind: string, document: SourceDocument, { person, names }: Judged, about: Omit<Named, 'merchantIds'>): void {
    if (!person) return
    if (kind === 'accounts') {
      const claimed = claimedMerchants(person.claims)
      if (claimed && this.claimed.size < remembered) this.claimed.set(person.id, claimed)
    }
    if (kind === 'users' && names.merchantIds.length > 0 && this.named.size < remembered)
      this.named.set(idOf(document), { ...about, merchantIds: names.merchantIds })
  }

  /** Returns the problems with the outcome that each document was counted as. `led`: documents that are not written. */
  differences(led: ReadonlyMap<string, string>): { problem: ImportProblem; outcome: Judged['outcome'] }[] {
    return [...this.named].flatMap(([id, { about, merchantIds, outcome }]) => {
      const claimed = this.claimed.get(id)
      if (!claimed || led.has(`users/${id}`)) return []
      return differingMerchants(merchantIds, claimed).map((one) => ({ problem: { ...about, ...one }, outcome }))
    })
  }
}

/** People whose role only their own document names, which they may have written themselves. */
export class SelfNamed {
  private readonly named = new Map<string, ImportProblem>()
  private readonly given = new IdSet()

  note({ person }: Judged, about: Pick<ImportProblem, 'path' | 'file' | 'place' | 'collection'>): void {
    if (!person) return
    const { id, claims, role, documentRole } = person
    if (resolveRole({ claims, adminRecordRole: role }) !== null) this.given.add(id)
    if (!mayEnterConsole(documentRole)) return
    this.named.set(id, { ...about, field: 'role', fault: 'role_not_given', level: 'note', shown: documentRole })
  }

  /** Leaves out existing people, who may have their role from an earlier import. The end of the run reports them. */
  async problems(findHere: FindHere): Promise<ImportProblem[]> {
    const alone = [...this.named].filter(([id]) => !this.given.has(id))
    if (alone.length === 0) return []
    const { people } = await findHere({ ...noNamesRequested, people: alone.map(([id]) => id) })
    return alone.flatMap(([id, problem]) => (people.has(id) ? [] : [problem]))
  }
}
