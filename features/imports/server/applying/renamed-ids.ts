import { createHash } from 'node:crypto'
import type { DocumentMap, DocumentValue } from '@quaff/platform/shared/documents/document-values'
import { idOf } from '@quaff/platform/shared/documents/reading'

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

const references: ReadonlySet<string> = new Set([
  'merchantId',
  'merchantIds',
  'userId',
  'ownerId',
  'planId',
  'locationId',
  'subscriptionId',
])

/** Rows whose id is not their document's, by path; what refers to them is led there. */
export class RenamedIds {
  private readonly oldIds = new Map<string, string>()

  constructor(private readonly ids: Map<string, string>) {
    for (const [path, rowId] of ids) this.oldIds.set(rowId, idOf({ path, data: {} }))
  }

  add(path: string, rowId: string): void {
    this.ids.set(path, rowId)
    this.oldIds.set(rowId, idOf({ path, data: {} }))
  }

  /** As the old system has it: new ids hold a part of their path's hash, and are unique over all kinds. */
  old<T extends string | null>(rowId: T): T | string {
    return rowId === null ? rowId : (this.oldIds.get(rowId) ?? rowId)
  }

  /** Whether the row got another id than its document's. */
  isNew(rowId: string): boolean {
    return this.oldIds.has(rowId)
  }

  /** A document of ours with the ids that its neighbours have in the old system. */
  inOldIds(data: DocumentMap): DocumentMap {
    const old = (value: DocumentValue): DocumentValue => (typeof value === 'string' ? this.old(value) : value)
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => {
        if (!references.has(name)) return [name, value]
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
