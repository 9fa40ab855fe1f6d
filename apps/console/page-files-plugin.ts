import type { Plugin } from 'vite'

const page = /\/src\/routes\/_dashboard\/(.+)\.tsx\?tsr-split=component---loader$/
const frame = 'route'

/**
 * Writes down for the server which files each page of the frame needs beside those of the document: named in it, they
 * come all at once instead of one because of the other. `pages.json` holds a list by address, as in "/merchants".
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const collect = (file: string, found = new Set<string>()): Set<string> => {
        if (!found.has(file)) {
          found.add(file)
          for (const imported of byFile.get(file)?.imports ?? []) collect(imported, found)
        }
        return found
      }
      const entry = chunks.find((chunk) => chunk.isEntry)
      const named = entry ? collect(entry.fileName) : new Set<string>()
      const routes = chunks.flatMap((chunk) => {
        // One file may hold several pages, and then stands for none of them.
        const found = chunk.moduleIds.flatMap((id) => page.exec(id)?.[1] ?? [])
        return found.map((route) => ({ route, files: collect(chunk.fileName) }))
      })
      const around = routes.find(({ route }) => route === frame)?.files ?? []
      const pages = routes
        .filter(({ route }) => route !== frame)
        .map(({ route, files }) => [
          `/${route.replaceAll('.', '/').replace(/\/index$/, '')}`,
          [...new Set([...around, ...files])].filter((file) => !named.has(file)).toSorted(),
        ])
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(Object.fromEntries(pages)) })
    },
  }
}
