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

/** The same of one table, or of those of its rows that `where` leaves. */
export async function writeFloorOf(client, table, where = '') {
  let [rows, seconds] = [0, 0]
  const timed = async (...query) => {
    const startedAt = performance.now()
    await client.query(...query)
    seconds += (performance.now() - startedAt) / 1_000
  }
  await client.query(`create table floor_${table} (like ${table} including all)`)
  await client.query('begin')
  await client.query(`declare source cursor for select * from ${table} ${where}`)
  for (;;) {
    const { rows: batch, fields } = await client.query({ text: `fetch ${rowsAtOnce} from source`, types: asText })
    if (batch.length === 0) break
    const names = fields.map(({ name }) => `"${name}"`)
    const places = batch.map(
      (_, row) => `(${names.map((_name, column) => `$${row * names.length + column + 1}`).join(',')})`,
    )
    const text = `insert into floor_${table} (${names.join(',')}) values ${places.join(',')}`
    await timed(
      text,
      batch.flatMap((row) => fields.map(({ name }) => row[name])),
    )
    rows += batch.length
  }
  await timed('commit')
  await client.query(`drop table floor_${table}`)
  return { rows, seconds }
}

/** As the wire has them, so that what is timed is the writing. */
const asText = { getTypeParser: () => (text) => text }
