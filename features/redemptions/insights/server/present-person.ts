import { maskName } from '@quaff/features/subscriptions/rules'
import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'

type Person = { name: string | null; userId: string | null }

/** "Ana P." without an id for merchant roles; who it is for administrators. */
export function presentPerson(reader: UserActor, { name, userId }: Person): Person {
  if (reader.role !== adminRole) return { name: maskName(name), userId: null }
  return { name: name?.trim() || null, userId }
}
