import { createHash } from 'node:crypto'
import type { DocumentMap, DocumentValue } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/reading'
import { groupOf, mappedPath, collectionOf, type DocumentKind, kindOf } from '../../kinds-rules'
import type { MappedId } from '../../report-contract'

/** Longer ids, and those with other signs, could be stored and never be opened. */
const usable = /^[a-zA-Z0-9_-]{1,64}$/
export const isUsableId = (id: string) => usable.test(id)

/** The same document gets the same new id in every run: as much of its own as can stand, and a part of its path's hash. */
export function newIdOf(path: string): string {
  const readable = idOf({ path, data: {} })
    .replaceAll(/[^a-zA-Z0-9_-]/g, '')
    .slice(0, 48)
  return `${readable || 'doc'}_${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
}

const references: Readonly<Record<string, DocumentKind>> = {
  merchantId: 'merchants',
  merchantIds: 'merchants',
  userId: 'users',
  ownerId: 'users',
  planId: 'plans',
  locationId: 'locations',
  subscriptionId: 'subscriptions',
}

const keyOf = (kind: DocumentKind, rowId: string) => `${groupOf(kind)} ${rowId}`

/** Rows whose id is not their document's, by path, and what lines give to documents; what refers to them is led there. */
export class RenamedIds {
  private readonly ids: Map<string, string>
  private readonly oldIds = new Map<string, string>()
  private readonly mapped: ReadonlyMap<string, MappedId>

  constructor(renamed: ReadonlyMap<string, string>, mapped: readonly MappedId[] = []) {
    this.mapped = new Map(mapped.map((one) => [one.path, one]))
    this.ids = new Map(mapped.map(({ path, rowId }) => [path, rowId]))
    // What stands for others keeps its own name there.
    for (const { path, rowId, leads } of mapped) if (!leads) this.add(path, rowId)
    for (const [path, rowId] of renamed) this.add(path, rowId)
  }

  add(path: string, rowId: string): void {
    this.ids.set(path, rowId)
    const kind = kindOf(collectionOf(path))
    if (kind !== null) this.oldIds.set(keyOf(kind, rowId), idOf({ path, data: {} }))
  }

  /** What names the document is led there, and what stands there keeps its own name. */
  lead(path: string, rowId: string): void {
    this.ids.set(path, rowId)
  }

  /** What a line says of the document; undefined of most. */
  lineOf(kind: DocumentKind, path: string): Pick<MappedId, 'rowId' | 'leads'> | undefined {
    return this.mapped.get(mappedPath(kind, path))
  }

  /** As the old system has it; the row is of this kind. */
  old<T extends string | null>(kind: DocumentKind, rowId: T): T | string {
    return rowId === null ? rowId : (this.oldIds.get(keyOf(kind, rowId)) ?? rowId)
  }

  /** Whether the row got another id than its document's. */
  isNew(kind: DocumentKind, rowId: string): boolean {
    return this.oldIds.has(keyOf(kind, rowId))
  }

  /** A document of ours with the ids that its neighbours have in the old system. */
  inOldIds(data: DocumentMap): DocumentMap {
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => {
        const kind = Object.hasOwn(references, name) ? references[name] : undefined
        if (kind === undefined) return [name, value]
        const old = (one: DocumentValue): DocumentValue => (typeof one === 'string' ? this.old(kind, one) : one)
        return [name, Array.isArray(value) ? value.map(old) : old(value)]
      }),
    )
  }

  /** People come before the venues that they name: an id that will be of no use gets then what it gets here. */
  merchant<T extends string | null | undefined>(id: T): T | string {
    if (!id) return id
    return this.ids.get(`merchants/${id}`) ?? (isUsableId(id) ? id : newIdOf(`merchants/${id}`))
  }

  user<T extends string | null | undefined>(id: T): T | string {
    return id ? (this.ids.get(`users/${id}`) ?? this.ids.get(`__auth__/${id}`) ?? id) : id
  }

  /** `merchantId`: as the old system has it, since its ids are unique below their merchant only. */
  plan<T extends string | null | undefined>(id: T, merchantId: string): T | string {
    return id ? (this.ids.get(`merchants/${merchantId}/subscriptionPlans/${id}`) ?? id) : id
  }

  /** `userId`: as the old system has it, since its ids are unique below their person only. */
  subscription<T extends string | null | undefined>(id: T, userId: string | null | undefined): T | string {
    if (!id) return id
    return this.ids.get(`users/${userId ?? ''}/subscriptions/${id}`) ?? this.ids.get(`subscriptions/${id}`) ?? id
  }

  location<T extends string | null | undefined>(id: T, merchantId: string): T | string {
    return id ? (this.ids.get(`merchants/${merchantId}/locations/${id}`) ?? this.ids.get(`locations/${id}`) ?? id) : id
  }
}
