import { expect, it } from 'vitest'
import { describeTimes } from './times.mjs'

const file = (name, start, tests) => ({ project: 'server', file: name, start, tests })

it('tells parts, start-up against tests, and the ten slowest files', () => {
  const files = Array.from({ length: 12 }, (_, index) => file(`file-${index}.test.ts`, 0.5, 12 - index))
  const text = describeTimes({
    command: 'npm run verify',
    machine: { cores: 2, node: 'v20.19.0' },
    seconds: 90,
    parts: [{ part: 'Checks', seconds: 30.5 }],
    files,
  }).join('\n')
  expect(text).toContain('npm run verify went: 90 s on 2 cores, Node 20.19.0')
  expect(text).toMatch(/Checks +30\.5 s/)
  expect(text).toMatch(/ server +6\.0 s +78\.0 s/)
  expect(text).toContain('file-9.test.ts')
  expect(text).not.toContain('file-10.test.ts')
})
