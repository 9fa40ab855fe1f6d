import { sql } from 'drizzle-orm'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { adminFlag, adminRole } from '@quaff/platform/shared/product'

/** Spec §5, `resolveRole` as SQL: claims, then legacy flags, then the admin record; a test holds the two together. */
export const effectiveRole = sql<string | null>`coalesce(
  nullif(${users.claims} ->> 'role', ''),
  case when ${users.claims} -> 'admin' = 'true' or ${users.claims} -> ${sql.raw(`'${adminRole}'`)} = 'true'
    or ${users.claims} -> ${sql.raw(`'${adminFlag}'`)} = 'true' then ${adminRole} end,
  (select nullif(${adminRecords.role}, '') from ${adminRecords} where ${adminRecords.userId} = ${users.id}))`

/** Only an imported document names them an administrator, and their own browser may have written it: no figure counts them so. */
export const isAdministratorByDocument = sql<boolean>`(${users.role} = ${adminRole} and ${users.status} = 'active'
  and ${effectiveRole} is null)`
