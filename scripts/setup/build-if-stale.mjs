import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { runStep } from './run-step.mjs'

const sourceFolders = ['apps', 'features', 'platform', 'packages', 'database']
const stampFile = join(rootFolder, 'dist', '.sources')
const products = ['dist/server/main.js', 'dist/server/empty-database.tar', 'dist/console/index.html']
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
  mkdirSync(join(rootFolder, 'dist'), { recursive: true })
  writeFileSync(stampFile, sources)
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
