import { runVitest } from '../scripts/testing/run-vitest.mjs'

/** 200,000 malformed requests over every door: none may fail in a way of its own, show a stack or write a row. */
export async function runMalformed() {
  const files = ['matrix', 'malformed-rest', 'malformed-doors'].map((name) => `apps/server/src/${name}.test.ts`)
  const args = [...files, '--testNamePattern', 'a malformed']
  const env = { MALFORMED_PER_DOOR: '340' }
  const { counts, output } = await runVitest('Malformed bodies', 'malformed', { projects: ['server'], args, env })
  if (output) console.log(output)
  return { ...counts.server, skipped: 0 }
}
