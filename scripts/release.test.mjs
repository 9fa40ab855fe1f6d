import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkVersion, releaseChangelog, withVersion } from './release.mjs'

const root = new URL('..', import.meta.url)

describe('the changelog of a release', () => {
  const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A list.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n'

  it('puts the entries under the version, and leaves the older ones', () => {
    expect(releaseChangelog(before, '0.2.0', '2026-12-01')).toBe(
      before.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n'),
    )
  })

  it('is refused without an entry', () => {
    expect(() => releaseChangelog(releaseChangelog(before, '0.2.0', '2026-12-01'), '0.3.0', '2026-12-02')).toThrow(
      'no entries',
    )
  })
})

describe('the version of a release', () => {
  it.each(['0.1.1', '0.2.0', '1.0.0'])('0.1.0 may be followed by %s', (next) =>
    expect(() => checkVersion('0.1.0', next, false)).not.toThrow(),
  )

  it.each(['0.1.0', '0.0.9', '0.1.2', '0.3.0', '0.2.1', '2.0.0', '1.0', 'v0.2.0', ''])(
    '0.1.0 may not be followed by "%s"',
    (next) => expect(() => checkVersion('0.1.0', next, false)).toThrow(/follow|skips|not a version/),
  )

  it('rises enough for a breaking change', () => {
    expect(() => checkVersion('0.1.0', '0.1.1', true)).toThrow('minor')
    expect(() => checkVersion('0.1.0', '0.2.0', true)).not.toThrow()
    expect(() => checkVersion('1.4.0', '1.5.0', true)).toThrow('major')
    expect(() => checkVersion('1.4.0', '2.0.0', true)).not.toThrow()
  })
})

describe('our packages', () => {
  const files = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((path) => !path.includes('no-icon-drawings'))

  it('all have the version of package.json, also in the lock file', () => {
    const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
    const { version } = read('package.json')
    const { packages } = read('package-lock.json')
    for (const path of files) {
      expect([path, read(path).version]).toEqual([path, version])
      expect([path, packages[path.replace(/\/?package\.json$/, '')].version]).toEqual([path, version])
    }
  })

  it('change nothing but their version', () => {
    expect(withVersion('{ "version": "0.1.0", "x": "0.1.0" }', '0.1.0', '0.2.0')).toBe(
      '{ "version": "0.2.0", "x": "0.1.0" }',
    )
  })
})
