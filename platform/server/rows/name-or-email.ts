import { type AnyColumn, sql, type SQL } from 'drizzle-orm'
import { readableEmail } from '@quaff/platform/shared/email-address'

/** Selects a person's name; without one, the email with its domain as people read it. Null after an outer join. */
export const nameOrEmail = <T extends string | null = string | null>(name: AnyColumn, email: AnyColumn): SQL<T> =>
  sql<T>`coalesce(nullif(${name}, ''), ${email})`.mapWith<(stored: string) => T>((stored) => readableEmail(stored) as T)
