import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rateLimits } from './rate-limits'

const docs = new URL('../../docs/operations/reference.md', import.meta.url)
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function windowText(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? ['ms', 1]
  return ms === size ? unit : `${ms / size} ${unit}s`
}

const table = [
  '| limit | counts | for each | at most | window |',
  '|---|---|---|---|---|',
  ...Object.values(rateLimits).map(
    ({ name, counts, key, count, windowMs }) =>
      `| \`${name}\` | ${counts} | ${key} | ${count ?? 'as set with the key'} | ${windowText(windowMs)} |`,
  ),
].join('\n')

describe('rate limits', () => {
  it('are the table in docs/operations/reference.md (WRITE_DOCS=1 writes it)', () => {
    const text = readFileSync(docs, 'utf8')
    const written = /\| limit \| counts \|[^\n]*\n(?:\|[^\n]*\n)*/.exec(text)?.[0] ?? ''
    if (process.env['WRITE_DOCS'])
      writeFileSync(
        docs,
        text.replace(written, () => `${table}\n`),
      )
    else expect(written.trimEnd()).toBe(table)
  })

  it('have a name of their own, under which they are counted', () => {
    const names = Object.values(rateLimits).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
