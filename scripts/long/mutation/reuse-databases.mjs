const opening = 'export async function createTestDatabase('

/**
 * Starting an embedded database takes longer than most tests: what one run has closed the next one gets, emptied. Not one
 * whose tables, functions or rights a test has changed, nor one that it has cut off.
 */
export function reuseDatabases(code) {
  if (!code.includes(opening))
    throw new Error('The test database is opened in another way: change reuse-databases.mjs.')
  return `${code.replace(opening, 'async function openTestDatabase(')}
const idle = []
const catalogs = ['pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_policy']
const readShape = async ({ pool }) => {
  const changes = catalogs.map((name) => \`(select count(*) || ' ' || max(xmin::text::bigint) from \${name})\`)
  const { rows } = await pool.query(\`select concat_ws(', ', \${changes.join(', ')}, (
    select string_agg(relname || relacl::text, ' ' order by oid) from pg_class where relnamespace = 'public'::regnamespace
  ), (select string_agg(relname, ' ' order by oid) from pg_class where relnamespace = 'public'::regnamespace)) as shape\`)
  return rows[0].shape
}
export async function createTestDatabase() {
  const database = idle.pop() ?? (await openTestDatabase())
  openDatabases.delete(database.close)
  database.shape ??= await readShape(database)
  await database.truncate()
  const close = async () => {
    if (!openDatabases.delete(close)) return
    const isAsBefore = await readShape(database).then((shape) => shape === database.shape, () => false)
    if (isAsBefore) idle.push(database)
    else await database.close()
  }
  openDatabases.add(close)
  // Memories go by the database that was asked: to them it is another one.
  return { ...database, db: Object.create(database.db), close }
}
`
}
