import { findPostgres } from '../testing/find-postgres.mjs'
import { runVitest } from '../testing/run-checks.mjs'
import { startPrivatePostgres } from '../testing/start-private-postgres.mjs'

/** A thousand rounds each: one link redeemed fifty times at once, two administrators who end each other. */
const files = [
  'features/sign-in/server/links/email-links.test.ts',
  'features/users/server/access/last-administrator.test.ts',
]

/** Resolves with the counts of the tests, or why there was nothing to run them on. */
export async function runRaces() {
  const programs = await findPostgres()
  if (programs.reason) return { notRun: programs.reason }
  const postgres = await startPrivatePostgres(programs)
  try {
    const env = { TEST_DATABASE_URL: postgres.url, LONG_ROUNDS: '1000' }
    const { counts, failure } = await runVitest('Races on PostgreSQL', 'races', { projects: ['server'], files, env })
    if (failure) console.log(failure.output)
    return { ...counts.server, failed: failure ? Math.max(1, counts.server.failed) : 0 }
  } finally {
    postgres.stop()
  }
}
