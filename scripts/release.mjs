import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from './setup/root-folder.mjs'

const manifests = [
  'package.json',
  'apps/console/package.json',
  'apps/server/package.json',
  'database/package.json',
  'e2e/package.json',
  'features/package.json',
  'packages/client/package.json',
  'packages/firestore-export/package.json',
  'platform/package.json',
]
const versionOf = (text) => JSON.parse(text).version

/** Returns the changelog with the unreleased entries under the new version. Throws if there are none. */
export function releaseChangelog(changelog, version, date) {
  const [head, rest = ''] = changelog.split('## [Unreleased]\n')
  const [entries, ...older] = rest.split(/^(?=## \[)/m)
  if (!/^- /m.test(entries)) throw new Error('CHANGELOG.md has no entries under "Unreleased".')
  return `${head}## [Unreleased]\n\n## [${version}] - ${date}\n${entries}${older.join('')}`
}

/**
 * Throws unless the new version follows the current one (SemVer). Before 1.0.0, the minor number stands for the major:
 * breaking changes need it to rise.
 */
export function checkVersion(current, next, isBreaking) {
  const numbers = (version) => {
    const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
    if (!found) throw new Error(`"${version}" is not a version such as 1.2.3.`)
    return found.slice(1).map(Number)
  }
  const [before, after] = [numbers(current), numbers(next)]
  const changed = after.findIndex((number, index) => number !== before[index])
  if (changed === -1 || after[changed] < before[changed]) throw new Error(`${next} does not follow ${current}.`)
  if (after.slice(changed + 1).some((number) => number !== 0) || after[changed] !== before[changed] + 1)
    throw new Error(`${next} skips versions after ${current}.`)
  const breakingPart = before[0] === 0 ? 1 : 0
  if (isBreaking && changed > breakingPart)
    throw new Error(
      `CHANGELOG.md lists breaking changes: ${next} must raise the ${breakingPart ? 'minor' : 'major'} number.`,
    )
}

/** Replaces the version of a package.json, or of each of our packages in package-lock.json, and nothing else. */
export const withVersion = (text, current, next) => text.replaceAll(`"version": "${current}"`, `"version": "${next}"`)

if (import.meta.url === new URL(process.argv[1], 'file:').href) release(process.argv[2] ?? '')

/** Prepares the release in one commit with a tag. Nothing is pushed. */
function release(version) {
  const git = (...args) => execFileSync('git', args, { cwd: rootFolder }).toString().trim()
  const read = (path) => readFileSync(join(rootFolder, path), 'utf8')
  const write = (path, text) => writeFileSync(join(rootFolder, path), text)
  try {
    if (git('status', '--porcelain')) throw new Error('Commit or stash your changes first.')
    const current = versionOf(read('package.json'))
    const changelog = releaseChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10))
    const [, section] = changelog.split(`## [${version}]`)
    checkVersion(current, version, section.split('\n## [')[0].includes('### Breaking'))
    write('CHANGELOG.md', changelog)
    for (const path of manifests) write(path, withVersion(read(path), current, version))
    writeLock(read, write, version)
    execFileSync(
      process.execPath,
      ['scripts/with-tools.mjs', 'vitest', 'run', '--project', 'server', 'public-interface'],
      { cwd: rootFolder, env: { ...process.env, WRITE_RELEASE: '1' }, stdio: 'inherit' },
    )
    git('commit', '--quiet', '--all', '--message', `Release ${version}`)
    git('tag', '--annotate', `v${version}`, '--message', `Quaff ${version}`)
    console.log(`Tagged v${version}. Run \`npm test\`, then publish it: git push --follow-tags`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

function writeLock(read, write, version) {
  const lock = JSON.parse(read('package-lock.json'))
  lock.version = version
  for (const path of manifests) {
    const folder = path === 'package.json' ? '' : path.replace('/package.json', '')
    lock.packages[folder].version = version
  }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
}
