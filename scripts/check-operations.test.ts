import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const call = /log(?:\.(?:debug|info|warn|error)|\[level\])\(\s*'[^']+',\s*\{([^}]*)\}/g
const key = /(?:^|,)\s*(\w+)(?=\s*(?:[:,]|$))/g
/** Written by the logger itself; the last one within a trace. */
const always = ['level', 'time', 'event', 'traceId']

function writtenFields(): string[] {
  const files = execFileSync('git', ['ls-files', 'apps/server', 'features', 'platform/server'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const details = files.flatMap((file) => [...readFileSync(new URL(file, root), 'utf8').matchAll(call)])
  return [
    ...new Set([
      ...always,
      ...details.flatMap(([, inner = '']) => [...inner.matchAll(key)].map(([, name = '']) => name)),
    ]),
  ]
}

it('observe.md lists the fields of the log, all of them and no other', () => {
  const [, section = ''] = readFileSync(new URL('docs/operations/observe.md', root), 'utf8').split(
    '| field of the log |',
  )
  const rows = (section.split('\n\n')[0] ?? '').split('\n').map((line) => line.split('|')[1] ?? '')
  const listed = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(listed.sort()).toEqual(writtenFields().sort())
})
