import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { runStep } from './run-step.mjs'

const sourceFolders = ['apps', 'features', 'platform', 'packages', 'database']
const stampFile = join(rootFolder, 'dist', '.sources')
const products = [
  'dist/server/main.js',
  'dist/server/release.json',
  'dist/server/empty-database.tar',
  'dist/console/index.html',
]
const left = /(^node_modules$|^dist$|^testing$|\.test\.tsx?$|\.gen\.ts$)/

export async function buildIfStale() {
  const sources = hashSources()
  const built = products.every((file) => existsSync(join(rootFolder, file)))
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return
  await build(sources)
}

export async function build(sources = hashSources()) {
  rmSync(stampFile, { force: true })
  const env = { NODE_ENV: 'production' }
  await runStep('Server built', 'vite', ['build', '--config', 'apps/server/vite.config.ts'], { env })
  await Promise.all([
    runStep('Console built', 'vite', ['build', '--config', 'apps/console/vite.config.ts'], { env }),
    runStep('Empty database created', process.execPath, ['dist/server/empty-database.js'], { env }),
  ])
  writeFileSync(join(rootFolder, 'dist/server/release.json'), JSON.stringify(readRelease()))
  writeFileSync(stampFile, sources)
}

function readRelease() {
  const { version } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8'))
  return { version, commit: process.env.QUAFF_COMMIT || findCommit(rootFolder) }
}

/**
 * Returns the commit of a checkout, with "-modified" if files differ from it. Null without git, also for a copy of the
 * sources inside another repository.
 */
export function findCommit(folder) {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) }
  const names = ['--always', '--exclude=*', '--abbrev=12', '--dirty=-modified']
  try {
    return execFileSync('git', ['describe', ...names], { cwd: folder, env, stdio: 'pipe' })
      .toString()
      .trim()
  } catch {
    return null
  }
}

/** Contents, not times: a fresh checkout or a branch switched there and back needs no build. */
function hashSources() {
  const hash = createHash('sha256').update(readFileSync(join(rootFolder, 'package-lock.json')))
  for (const folder of sourceFolders) addFolder(hash, folder)
  return hash.digest('hex')
}

function addFolder(hash, folder) {
  const entries = readdirSync(join(rootFolder, folder), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (left.test(entry.name)) continue
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) addFolder(hash, path)
    else if (entry.isFile()) hash.update(path).update(readFileSync(join(rootFolder, path)))
  }
}
