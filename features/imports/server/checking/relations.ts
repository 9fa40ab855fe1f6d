import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/reading'
import type { RelationFault } from '../../contract'
import type { DocumentKind } from '../../kinds/rules'
import { isUsableId } from '../applying/renamed-ids'
import type { FindHere } from './here-store'
import { IdSet } from './id-set'

/** Ids of these lie below a parent in the source and stand alone with us. */
const standsAlone = ['locations', 'plans', 'prices', 'subscriptions'] as const satisfies readonly DocumentKind[]

/** Of a million people that come after what they did, the rest is not looked for: memory must not grow with the export. */
const remembered = 200_000

type Gone = { count: number; example: string; collection: string }
export type Names = { merchantId: string | null; userId: string | null; ownerId: string | null }
type Missing = Gone & { id: string; field: keyof Names; fault: RelationFault }

/** What documents have to do with each other, over all files. */
export class Relations {
  private readonly paths = new IdSet()
  private readonly ids = new IdSet()
  private readonly emails = new IdSet()
  private readonly merchants = new Set<string>()
  private readonly people = new IdSet()
  private readonly namedMerchants = new Map<string, Gone>()
  private readonly namedPeople = new Map<string, Gone>()
  /** By the path of the merchant: each is told by itself, since each loses its owner. */
  private readonly owners = new Map<string, { id: string; collection: string }>()

  /** What is wrong with this one beside those before it. */
  meet(kind: DocumentKind, document: SourceDocument, email: string | null): RelationFault[] {
    const id = idOf(document)
    if (!this.paths.add(document.path)) return ['twice']
    if (kind === 'merchants') this.merchants.add(id)
    const isPerson = kind === 'users' || kind === 'accounts'
    if (isPerson) this.people.add(id)
    const faults: RelationFault[] = []
    if (!isUsableId(id)) faults.push('unusable_id')
    if (standsAlone.some((one) => one === kind) && !this.ids.add(`${kind}/${id}`)) faults.push('same_id')
    // An account and its document share an address; two accounts don't.
    if (email !== null && !this.emails.add(`${kind}/${email}`)) faults.push('same_email')
    return faults
  }

  /** Whom a document needs; judged at the end, since files come in any order. */
  needs(document: SourceDocument, collection: string, { merchantId, userId, ownerId }: Names): void {
    if (merchantId !== null) note(this.namedMerchants, merchantId, collection, document.path)
    if (ownerId !== null && this.owners.size < remembered) this.owners.set(document.path, { id: ownerId, collection })
    // Most are known by then: only those who may be missing are remembered by name.
    if (userId === null || this.people.has(userId)) return
    if (this.namedPeople.size < remembered || this.namedPeople.has(userId))
      note(this.namedPeople, userId, collection, document.path)
  }

  /** Those who are named and neither among the documents nor here already. */
  async missing(findHere: FindHere): Promise<Missing[]> {
    const missing = [...this.unread()]
    if (missing.length === 0) return []
    const idsOf = (fault: RelationFault) => [...new Set(missing.flatMap((one) => (one.fault === fault ? one.id : [])))]
    const here = await findHere({ merchants: idsOf('unknown_merchant'), people: idsOf('unknown_user') })
    return missing.filter(({ id, fault }) => !(fault === 'unknown_merchant' ? here.merchants : here.people).has(id))
  }

  private *unread(): Generator<Missing> {
    for (const [id, gone] of this.namedMerchants)
      if (!this.merchants.has(id)) yield { ...gone, id, field: 'merchantId', fault: 'unknown_merchant' }
    for (const [id, gone] of this.namedPeople)
      if (!this.people.has(id)) yield { ...gone, id, field: 'userId', fault: 'unknown_user' }
    for (const [example, { id, collection }] of this.owners)
      if (!this.people.has(id)) yield { count: 1, example, collection, id, field: 'ownerId', fault: 'unknown_user' }
  }
}

function note(known: Map<string, Gone>, id: string, collection: string, example: string): void {
  const gone = known.get(id) ?? { count: 0, example, collection }
  gone.count += 1
  known.set(id, gone)
}
