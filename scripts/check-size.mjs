import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rootFolder } from './setup/root-folder.mjs'

const folder = process.argv[2] ?? join(rootFolder, 'dist', 'console')
/** `files` are those that the document names beside the font. One of them holds the helpers of the bundler. */
const limits = { js: 165, css: 21, files: 5 }
/** Style sheets of other media, such as paper: browsers load them last. */
const otherMediaLimit = 3
/** Files of any page of the frame beside its document's: fifty small ones wait for each other. */
const mostFilesOfPage = 10
const publicLimits = { js: 70, css: 12 }
const publicFormLimits = { js: 110, css: 12 }
const pages = ['/dashboard', '/merchants']

// Files that a public page loads on opening and, on `/partners`, when the reader comes near the estimator.
const publicPages = [
  { path: '/', scripts: [] },
  { path: '/partners', scripts: ['src/public/estimator-island.tsx'] },
]
const publicForms = [
  { path: '/partners/signup', scripts: ['src/public/signup-island.tsx'] },
  { path: '/f/<slug>', scripts: ['src/public/form-island.tsx'] },
  { path: '/w/<slug>', scripts: ['src/public/waitlist-island.tsx'] },
]

console.log(
  `First load, brotli (at most ${limits.js} KB of JavaScript, ${limits.css} KB of CSS, ${limits.files} files)`,
)
const named = readDocument()
const over = pages.filter((path) => !isWithinLimits(path)).map((path) => ({ path }))
if (sizeOf(named.otherMedia) > otherMediaLimit) stop(`Other media: more than ${otherMediaLimit} KB`)

const crowded = Object.keys(named.pages).filter((path) => named.pages[path].length > mostFilesOfPage)
if (crowded.length > 0) stop(`More than ${mostFilesOfPage} files: ${crowded.join(', ')}`)
const further = findFurtherFiles()
if (further.length > 0) stop(`Expected one prefetched file, found ${further.join(', ')}`)

const { manifest, entry } = readManifest('public-manifest.json')
console.log(`Public pages (at most ${publicLimits.js} KB of JavaScript, ${publicLimits.css} KB of CSS)`)
over.push(...publicPages.filter((page) => !isPublicWithinLimits(page, publicLimits)))
console.log(`Public forms (at most ${publicFormLimits.js} KB of JavaScript, ${publicFormLimits.css} KB of CSS)`)
over.push(...publicForms.filter((page) => !isPublicWithinLimits(page, publicFormLimits)))
if (over.length > 0) stop(`Too large: ${over.map((page) => page.path).join(', ')}`)

function readManifest(name) {
  const file = join(folder, '.vite', name)
  if (!existsSync(file)) stop('No build to measure: run "npm run build" first (vite needs build.manifest).')
  const read = JSON.parse(readFileSync(file, 'utf8'))
  const start = Object.keys(read).find((key) => read[key].isEntry)
  if (!start) stop(`${name} names no entry.`)
  return { manifest: read, entry: start }
}

function isPublicWithinLimits({ path, scripts }, most) {
  const missing = scripts.find((script) => !manifest[script])
  if (missing) stop(`The build has no ${missing}, which ${path} needs: this script is out of date.`)
  return isWithin(path, collectFiles([entry, ...scripts]), most)
}

/** The document names all files of the first load; those of the page are in the build's notes. */
function isWithinLimits(path) {
  if (!named.pages[path]) stop(`The build notes no files of ${path}: this script is out of date.`)
  const files = [...new Set([...named.document, ...named.pages[path]])]
  return isWithin(path, files, limits) && files.length <= limits.files
}

/** Files that come along with the group "soon" of `chunk-groups.ts` and that the document does not name. */
function findFurtherFiles() {
  const chunks = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const soon = Object.values(chunks).find(({ name }) => name === 'soon')
  if (!soon) stop('The build has no file of what is fetched as soon as a page is shown: this script is out of date.')
  const along = [...soon.imports.map((key) => chunks[key].file), ...(soon.css ?? [])]
  return along.filter((file) => !named.document.includes(file))
}

function readDocument() {
  const [html, notes] = ['index.html', '.vite/pages.json'].map((name) => join(folder, name))
  if (!existsSync(html) || !existsSync(notes)) stop('No build to measure: run "npm run build" first.')
  const document = [...readFileSync(html, 'utf8').matchAll(/<[^>]*(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)]
  const [first, otherMedia] = [false, true].map((is) =>
    document.filter(([tag]) => tag.includes(' media=') === is).map(([, file]) => file),
  )
  return { document: first, otherMedia, pages: JSON.parse(readFileSync(notes, 'utf8')) }
}

function isWithin(path, files, most) {
  const js = sizeOf(files.filter((file) => file.endsWith('.js')))
  const css = sizeOf(files.filter((file) => file.endsWith('.css')))
  console.log(`  ${path.padEnd(14)} JavaScript ${js.toFixed(1).padStart(6)} KB   CSS ${css.toFixed(1).padStart(5)} KB`)
  const within = js <= most.js && css <= most.css
  if (!within) listLargest(files)
  return within
}

function listLargest(files) {
  const sizes = files.map((file) => ({ file, size: sizeOf([file]) })).sort((a, b) => b.size - a.size)
  for (const { file, size } of sizes.slice(0, 10)) console.log(`    ${size.toFixed(1).padStart(6)} KB  ${file}`)
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
