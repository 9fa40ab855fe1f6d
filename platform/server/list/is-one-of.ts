import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * Rows of a page that another select has chosen, found by the index of `id`. As a plain `in (select …)` they are joined
 * instead, with a scan of the whole table where that looks cheap, and it looks so for each table of some thousand rows.
 */
export const isOneOf = (id: SQLWrapper, chosen: SQLWrapper): SQL => sql`${id} = any(array(${chosen}))`
