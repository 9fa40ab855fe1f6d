import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rootFolder } from './setup/root-folder.mjs'

const folder = join(rootFolder, 'dist', 'console')
const limits = { js: 175, css: 20 }
const pages = [
  { path: '/dashboard', file: /(^|\/)dashboard(-page|\.index|\/index|\/route)?\.tsx(\?|$)/ },
  { path: '/merchants', file: /(^|\/)(merchants|merchant-list-page)(\.index|\/index|\/route)?\.tsx(\?|$)/ },
]

const manifestFile = join(folder, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) stop('No build to measure: run "npm run build" first (vite needs build.manifest: true).')
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
if (!entry) stop('The manifest names no entry.')

console.log(`First load, brotli (at most ${limits.js} KB of JavaScript, ${limits.css} KB of CSS)`)
const over = pages.filter((page) => !isWithinLimits(page))
if (over.length > 0) stop(`Too large: ${over.map((page) => page.path).join(', ')}`)

function isWithinLimits(page) {
  const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && page.file.test(key))
  if (lazy.length === 0)
    stop(`No lazy chunk of ${page.path} in the manifest: the pattern in this script is out of date.`)
  const files = collectFiles([entry, ...lazy, ...layoutChunks()])
  const js = sizeOf(files.filter((file) => file.endsWith('.js')))
  const css = sizeOf(files.filter((file) => file.endsWith('.css')))
  console.log(
    `  ${page.path.padEnd(14)} JavaScript ${js.toFixed(1).padStart(6)} KB   CSS ${css.toFixed(1).padStart(5)} KB`,
  )
  return js <= limits.js && css <= limits.css
}

/** Layout routes (`_dashboard.tsx`, `__root.tsx`) load with every page below them. */
function layoutChunks() {
  return Object.keys(manifest).filter(
    (key) =>
      manifest[key].isDynamicEntry && /\/(__root|_?dashboard-layout|_dashboard|_frame|_app)(\/route)?\.tsx/.test(key),
  )
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
