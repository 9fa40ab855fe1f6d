import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Puts into the console's document the files of the page at an address. Otherwise each is asked for only when a script
 * before it has run. Undefined for an address of which the build notes nothing: the document as it is serves that.
 */
export function pageDocuments(folder: string): (path: string) => ((html: string) => string) | undefined {
  const notes = join(folder, '.vite', 'pages.json')
  // Written by our own build.
  const pages = existsSync(notes) ? (JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string[]>) : {}
  return (path) => {
    const files = Object.hasOwn(pages, path) ? pages[path] : undefined
    return files && ((html) => html.replace('</head>', (end) => files.map(preload).join('') + end))
  }
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">\n  `
