import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adds the page's files to the console's document, so that they load in parallel. Returns undefined for a path
 * without an entry, which gets the plain document.
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
