import { createHash } from 'node:crypto'
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

/** Rows whose id is not their document's, by path; what refers to them is led there. */
export class RenamedIds {
  constructor(private readonly ids: Map<string, string>) {}

  add(path: string, rowId: string): void {
    this.ids.set(path, rowId)
  }

  merchant<T extends string | null | undefined>(id: T): T | string {
    return id ? (this.ids.get(`merchants/${id}`) ?? id) : id
  }

  user<T extends string | null | undefined>(id: T): T | string {
    return id ? (this.ids.get(`users/${id}`) ?? this.ids.get(`__auth__/${id}`) ?? id) : id
  }

  /** `merchantId`: as the old system has it, since its ids are unique below their merchant only. */
  plan<T extends string | null | undefined>(id: T, merchantId: string): T | string {
    return id ? (this.ids.get(`merchants/${merchantId}/subscriptionPlans/${id}`) ?? id) : id
  }

  location<T extends string | null | undefined>(id: T, merchantId: string): T | string {
    return id ? (this.ids.get(`merchants/${merchantId}/locations/${id}`) ?? this.ids.get(`locations/${id}`) ?? id) : id
  }
}
