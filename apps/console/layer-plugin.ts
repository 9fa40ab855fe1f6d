import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const sheet = /[\\/](?:platform[\\/]console[\\/](?!theme[\\/])([\w-]+)|(features|apps))[\\/].+\.css$/
const named = /@layer ([\w-]+(?:,\s*[\w-]+)*)/g

/**
 * Puts each of our sheets in the layer of its folder, in the order that `declaring` names: what is drawn around another
 * part wins over it, whichever of the two was loaded first.
 */
export function layerStyles(declaring: string): Plugin {
  const [order = []] = readLayers(readFileSync(declaring, 'utf8'))
  return {
    name: 'layer-styles',
    enforce: 'pre',
    transform(code, id) {
      const [, kit, other] = sheet.exec(id) ?? []
      const layer = kit ?? other
      return layer === undefined ? undefined : { code: `@layer ${layer} {\n${code}\n}`, map: null }
    },
    generateBundle(_options, bundle) {
      // Layers rank as they are first named, so the declaration has to come before everything else.
      const first = Object.values(bundle).find(
        (file) => file.type === 'asset' && /@layer base\b/.test(String(file.source)),
      )
      const found = [...new Set(readLayers(first?.type === 'asset' ? String(first.source) : '').flat())]
      if (found.join() !== order.join())
        throw new Error(`Layers come as ${found.join(', ')}, not as declared: main.tsx imports ${declaring} first`)
    },
  }
}

const readLayers = (css: string) => [...css.matchAll(named)].map(([, names = '']) => names.split(/,\s*/))
