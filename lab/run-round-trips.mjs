import { runVitest } from '../scripts/testing/run-vitest.mjs'

/**
 * 10,000 small businesses over all collections and all kinds of values: brought, taken out again and compared, brought
 * once more and brought to an empty base. On the embedded database without `url`.
 */
export async function runRoundTrips(url) {
  const env = { LONG_ROUNDS: '1000', ...(url ? { TEST_DATABASE_URL: url } : {}) }
  const args = ['features/imports/server/exporting/round-trip.test.ts']
  const { counts, output } = await runVitest('Round trips', 'round-trips', { projects: ['server'], args, env })
  if (output) console.log(output)
  return counts.server
}
