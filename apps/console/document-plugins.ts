import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

/** The first words on the screen need the Latin font at once: asked for by the document, not first by the style sheet. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

const compressed = /\.(js|css)$/
/** Below this the best compression gains next to nothing over what the server does by itself. */
const leastBytes = 4_096

/** The best compression takes a second for the largest file: done once here, not for the first who asks. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const pack = async (name: string, content: string | Uint8Array) => {
        const bytes = Buffer.from(content)
        if (bytes.length >= leastBytes) await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes))
      }
      const files = Object.values(bundle).filter(({ fileName }) => compressed.test(fileName))
      await Promise.all(files.map((file) => pack(file.fileName, file.type === 'chunk' ? file.code : file.source)))
    },
  }
}
