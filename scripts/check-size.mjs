import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rootFolder } from './setup/root-folder.mjs'

const folder = process.argv[2] ?? join(rootFolder, 'dist', 'console')
const limits = { js: 175, css: 20 }
const layout = 'routes/_dashboard/route.tsx'
// The dashboards are chunks of their own behind the page: the administrator's, with all tiles, is the larger one.
const pages = [
  { path: '/dashboard', chunks: [layout, 'routes/_dashboard/dashboard.tsx'], behind: /admin-dashboard/ },
  { path: '/merchants', chunks: [layout, 'routes/_dashboard/merchants/index.tsx'] },
]

const manifestFile = join(folder, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) stop('No build to measure: run "npm run build" first (vite needs build.manifest: true).')
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
if (!entry) stop('The manifest names no entry.')

console.log(`First load, brotli (at most ${limits.js} KB of JavaScript, ${limits.css} KB of CSS)`)
const over = pages.filter((page) => !isWithinLimits(page))
if (over.length > 0) stop(`Too large: ${over.map((page) => page.path).join(', ')}`)

function isWithinLimits({ path, chunks, behind }) {
  const lazy = chunks.flatMap((chunk) => findLazy(chunk, path))
  const deeper = lazy.flatMap((key) => manifest[key].dynamicImports ?? []).filter((key) => behind?.test(key))
  const files = collectFiles([entry, ...lazy, ...deeper])
  const js = sizeOf(files.filter((file) => file.endsWith('.js')))
  const css = sizeOf(files.filter((file) => file.endsWith('.css')))
  console.log(`  ${path.padEnd(14)} JavaScript ${js.toFixed(1).padStart(6)} KB   CSS ${css.toFixed(1).padStart(5)} KB`)
  const within = js <= limits.js && css <= limits.css
  if (!within) listLargest(files)
  return within
}

function listLargest(files) {
  const sizes = files.map((file) => ({ file, size: sizeOf([file]) })).sort((a, b) => b.size - a.size)
  for (const { file, size } of sizes.slice(0, 10)) console.log(`    ${size.toFixed(1).padStart(6)} KB  ${file}`)
}

/** The router splits each route's component into a chunk named after the route's file. */
function findLazy(routeFile, path) {
  const found = Object.keys(manifest).filter((key) => {
    const [file = '', query = ''] = key.split('?')
    return file.endsWith(routeFile) && manifest[key].isDynamicEntry && (query === '' || query.includes('component'))
  })
  if (found.length === 0)
    stop(`The manifest has no chunk of ${routeFile}, which ${path} needs: this script is out of date.`)
  return found
}

function collectFiles(keys, seen = new Set()) {
  const files = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  keys.forEach(visit)
  return [...files]
}

function sizeOf(files) {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0) / 1024
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
