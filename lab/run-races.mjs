import { runVitest } from '../scripts/testing/run-vitest.mjs'

/**
 * A thousand rounds each: one link redeemed fifty times at once, two administrators who end each other; 10,000 guesses;
 * payouts generated, discarded and carried over at once; addresses of links that are left and taken at once; a million random rows beside each other, and every aggregate
 * compared with them afterwards; an index made of a million rows while others write.
 */
const files = [
  'apps/server/src/commands/aggregates.test.ts',
  'database/migrate.test.ts',
  'features/affiliates/server/links/former-slugs.test.ts',
  'features/payouts/generation/server/generation-races.test.ts',
  'features/sign-in/links/server/email-links.test.ts',
  'features/sign-in/passwords/server/brute-force.test.ts',
  'features/users/access/server/last-administrator.test.ts',
]

/** On the PostgreSQL server at `url`, where transactions really run side by side. Resolves with the counts of the tests. */
export async function runRaces(url) {
  const env = { TEST_DATABASE_URL: url, LONG_ROUNDS: '1000' }
  const { counts, output } = await runVitest('Races on PostgreSQL', 'races', { projects: ['server'], args: files, env })
  if (output) console.log(output)
  return counts.server
}
