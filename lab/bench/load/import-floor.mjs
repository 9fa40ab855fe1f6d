const rowsAtOnce = 500
const tables = ['users', 'subscriptions', 'redemptions']

/** Writes the rows of the database once more into bare tables of the same shape, and drops them: `{ rows, seconds }`. */
export async function writeFloor(client) {
  let [rows, seconds] = [0, 0]
  for (const table of tables) {
    const written = await writeFloorOf(client, table)
    rows += written.rows
    seconds += written.seconds
  }
  return { rows, seconds }
}

/**
 * The same for one table, or its rows that match `where`. `processorMs` is the CPU time of this process and of
 * PostgreSQL, if `postgresMs` returns that.
 */
export async function writeFloorOf(client, table, where = '', postgresMs) {
  await client.query(`create table floor_${table} (like ${table} including all)`)
  await client.query('begin')
  const written = await writeRows(client, { table, where, into: `floor_${table}`, renamed: [] }, postgresMs)
  await client.query(`drop table floor_${table}`)
  return written
}

/**
 * Inserts the rows that match `where` again into their own table, without foreign keys and triggers, and rolls back.
 * Unique values in the `renamed` columns are changed.
 */
export async function writeInPlace(client, { table, where, renamed }, postgresMs) {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  return writeRows(client, { table, where, into: table, renamed, end: 'rollback' }, postgresMs)
}

async function writeRows(client, { table, where, into, renamed, end = 'commit' }, postgresMs = () => undefined) {
  let [rows, seconds, processorMs] = [0, 0, 0]
  const timed = async (...query) => {
    const before = postgresMs()
    const [startedAt, used] = [performance.now(), process.cpuUsage()]
    await client.query(...query)
    const { user, system } = process.cpuUsage(used)
    seconds += (performance.now() - startedAt) / 1_000
    processorMs += (user + system) / 1_000 + (postgresMs() ?? 0) - (before ?? 0)
  }
  await client.query(`declare source insensitive cursor for select * from ${table} ${where}`)
  for (;;) {
    const { rows: batch, fields } = await client.query({ text: `fetch ${rowsAtOnce} from source`, types: asText })
    if (batch.length === 0) break
    const names = fields.map(({ name }) => `"${name}"`)
    const places = batch.map(
      (_, row) => `(${names.map((_name, column) => `$${row * names.length + column + 1}`).join(',')})`,
    )
    const text = `insert into ${into} (${names.join(',')}) values ${places.join(',')}`
    await timed(
      text,
      batch.flatMap((row) => fields.map(({ name }) => (renamed.includes(name) ? `${row[name]}~` : row[name]))),
    )
    rows += batch.length
  }
  await timed(end)
  return { rows, seconds, processorMs }
}

/** Values stay in the wire format, so that only the writing is timed. */
const asText = { getTypeParser: () => (text) => text }
