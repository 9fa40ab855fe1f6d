import { mayEnterConsole, resolveRole } from '@quaff/features/accounts/rules'
import type { ImportProblem } from '../../report-contract'
import { type FindHere, noNamesAsked } from './here-store'
import { IdSet } from './id-set'
import type { Judged } from './judge-document'

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

  /** People who are here already may have their role from an earlier import: the end of the run names them. */
  async problems(findHere: FindHere): Promise<ImportProblem[]> {
    const alone = [...this.named].filter(([id]) => !this.given.has(id))
    if (alone.length === 0) return []
    const { people } = await findHere({ ...noNamesAsked, people: alone.map(([id]) => id) })
    return alone.flatMap(([id, problem]) => (people.has(id) ? [] : [problem]))
  }
}
