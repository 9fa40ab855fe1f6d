import { createHash } from 'node:crypto'
import type { DocumentMap, DocumentValue } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/read-fields'
import { groupOf, mappedPath, collectionOf, type DocumentKind, kindOf } from '../../kinds-rules'
import type { MappedId } from '../../report-contract'

/** Other ids can be stored but cannot be used in a URL. */
const usable = /^[a-zA-Z0-9_-]{1,64}$/
export const isUsableId = (id: string) => usable.test(id)

/** Returns the same id in every run: the usable part of the old id and a part of the path's hash. */
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

/**
 * Maps documents to row ids that differ from theirs, including those from ID files. References are resolved with it.
 */
export class RenamedIds {
  private readonly ids: Map<string, string>
  private readonly oldIds = new Map<string, string>()
  private readonly mapped: ReadonlyMap<string, MappedId>

  constructor(renamed: ReadonlyMap<string, string>, mapped: readonly MappedId[] = []) {
    this.mapped = new Map(mapped.map((one) => [one.path, one]))
    this.ids = new Map(mapped.map(({ path, rowId }) => [path, rowId]))
    // An existing row that a document leads to keeps its own old id.
    for (const { path, rowId, leads } of mapped) if (!leads) this.add(path, rowId)
    for (const [path, rowId] of renamed) this.add(path, rowId)
  }

  add(path: string, rowId: string): void {
    this.ids.set(path, rowId)
    const kind = kindOf(collectionOf(path))
    if (kind !== null) this.oldIds.set(keyOf(kind, rowId), idOf({ path, data: {} }))
  }

  /** Resolves references to the document to an existing row, which keeps its own old id. */
  lead(path: string, rowId: string): void {
    this.ids.set(path, rowId)
  }

  /** Returns the document's line of an ID file, if any. */
  lineOf(kind: DocumentKind, path: string): Pick<MappedId, 'rowId' | 'leads'> | undefined {
    return this.mapped.get(mappedPath(kind, path))
  }

  /** Returns the old id of a row of this kind. */
  old<T extends string | null>(kind: DocumentKind, rowId: T): T | string {
    return rowId === null ? rowId : (this.oldIds.get(keyOf(kind, rowId)) ?? rowId)
  }

  /** Returns true if the row's id differs from its document's. */
  isNew(kind: DocumentKind, rowId: string): boolean {
    return this.oldIds.has(keyOf(kind, rowId))
  }

  /** Returns our document with references in ids of the old system. */
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

  /** People are imported before their merchants. An unusable merchant id is mapped to the id that it will get. */
  merchant<T extends string | null | undefined>(id: T): T | string {
    if (!id) return id
    return this.ids.get(`merchants/${id}`) ?? (isUsableId(id) ? id : newIdOf(`merchants/${id}`))
  }

  user<T extends string | null | undefined>(id: T): T | string {
    return id ? (this.ids.get(`users/${id}`) ?? this.ids.get(`__auth__/${id}`) ?? id) : id
  }

  /** `merchantId` is the old id, because plan ids are unique only within their merchant. */
  plan<T extends string | null | undefined>(id: T, merchantId: string): T | string {
    return id ? (this.ids.get(`merchants/${merchantId}/subscriptionPlans/${id}`) ?? id) : id
  }

  /** `userId` is the old id, because subscription ids are unique only within their person. */
  subscription<T extends string | null | undefined>(id: T, userId: string | null | undefined): T | string {
    if (!id) return id
    return this.ids.get(`users/${userId ?? ''}/subscriptions/${id}`) ?? this.ids.get(`subscriptions/${id}`) ?? id
  }

  location<T extends string | null | undefined>(id: T, merchantId: string): T | string {
    return id ? (this.ids.get(`merchants/${merchantId}/locations/${id}`) ?? this.ids.get(`locations/${id}`) ?? id) : id
  }
}
