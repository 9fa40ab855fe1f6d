const opening = 'export async function createTestDatabase('

/** Starting an embedded database takes longer than most tests: what one run has closed the next one gets, emptied. */
export function reuseDatabases(code) {
  if (!code.includes(opening))
    throw new Error('The test database is opened in another way: change reuse-databases.mjs.')
  return `${code.replace(opening, 'async function openTestDatabase(')}
const idle = []
export async function createTestDatabase() {
  const database = idle.pop() ?? (await openTestDatabase())
  openDatabases.delete(database.close)
  await database.truncate()
  const close = async () => {
    if (openDatabases.delete(close)) idle.push(database)
  }
  openDatabases.add(close)
  return { ...database, close }
}
`
}
