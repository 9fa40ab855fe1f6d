import { expect, it } from 'vitest'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { readEnvironment, SettingsError } from '../environment'

const address = 'postgresql://quaff:pw@pooler/quaff'
const direct = 'postgresql://quaff:pw@db/quaff'

function messageOf(variables: Record<string, string>): string {
  try {
    readEnvironment('start', variables)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'no error'
}

it('leads everything to the one address without a pooler', () => {
  expect(readEnvironment('start', { DATABASE_URL: address }).database).toEqual({
    kind: 'postgres',
    connectionString: address,
    pooled: false,
    directConnectionString: address,
  })
})

it('takes a pooler of transactions with the way past it', () => {
  const variables = { DATABASE_URL: address, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct }
  expect(readEnvironment('start', variables).database).toEqual({
    kind: 'postgres',
    connectionString: address,
    pooled: true,
    directConnectionString: direct,
  })
})

it('knows a pooler by its address, too', () => {
  const called = `${address}?pgbouncer=true`
  expect(readEnvironment('start', { DATABASE_URL: called }).database).toMatchObject({ pooled: true })
})

it('refuses a pooler without a way past it, another kind, and both without a database', () => {
  expect(messageOf({ DATABASE_URL: address, DATABASE_POOLER: 'transaction' })).toContain(
    'DATABASE_DIRECT_URL is missing: PostgreSQL’s URL without the pooler',
  )
  expect(messageOf({ DATABASE_URL: address, DATABASE_POOLER: 'session' })).toContain(
    'DATABASE_POOLER must be transaction or unset',
  )
  expect(messageOf({ DATABASE_DIRECT_URL: direct })).toContain('DATABASE_URL is missing: ')
  expect(messageOf({ DATABASE_URL: address, DATABASE_DIRECT_URL: 'mysql://db' })).toContain(
    'DATABASE_DIRECT_URL must start with postgresql://',
  )
})

it('takes the addresses of replicas, and for how long they answer alone', () => {
  const addresses = 'postgresql://one/quaff, postgresql://two/quaff'
  const replicasOf = (more: Record<string, string>) =>
    readEnvironment('start', { DATABASE_URL: address, DATABASE_REPLICA_URL: addresses, ...more }).database
  const connectionStrings = ['postgresql://one/quaff', 'postgresql://two/quaff']
  expect(replicasOf({})).toMatchObject({ replicas: { connectionStrings, aloneMs: 60_000 } })
  expect(replicasOf({ DATABASE_REPLICA_ALONE_SECONDS: '0' })).toMatchObject({ replicas: { aloneMs: 0 } })
})

it('refuses replicas of the embedded database, of another kind, and the primary as its own replica', () => {
  expect(messageOf({ DATABASE_REPLICA_URL: direct })).toContain('DATABASE_REPLICA_URL needs PostgreSQL.')
  expect(messageOf({ DATABASE_URL: address, DATABASE_REPLICA_URL: `${direct},mysql://two` })).toContain(
    'DATABASE_REPLICA_URL must be URLs that start with postgresql://',
  )
  expect(messageOf({ DATABASE_URL: address, DATABASE_REPLICA_URL: `${direct},${address}` })).toContain(
    'DATABASE_REPLICA_URL is the same as DATABASE_URL',
  )
  expect(messageOf({ DATABASE_URL: address, DATABASE_REPLICA_ALONE_SECONDS: 'a while' })).toContain(
    'DATABASE_REPLICA_ALONE_SECONDS must be a number of seconds',
  )
})

it('asks a pooler neither for limits of a session nor by names of statements', async () => {
  const [plain, pooled] = [false, true].map((isPooled) => openPostgres({ connectionString: direct, pooled: isPooled }))
  expect(plain?.pool.options).toMatchObject({ statement_timeout: 60_000, Client: expect.any(Function) })
  expect(pooled?.pool.options).not.toHaveProperty('statement_timeout')
  expect(pooled?.pool.options).not.toHaveProperty('idle_in_transaction_session_timeout')
  await Promise.all([plain?.close(), pooled?.close()])
})
