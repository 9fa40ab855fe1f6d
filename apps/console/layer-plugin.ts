import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const sheet = /[\\/]platform[\\/]console[\\/](?!theme[\\/])([\w-]+)[\\/].+\.css$/
/** Large, and seldom wanted: it may come with the map, which is measured once more then. */
const ofTheMap = /\.leaflet-container\b/
const named = /@layer ([\w-]+(?:,\s*[\w-]+)*)/g

/**
 * Puts each sheet of the kit in the layer of its folder, in the order that `declaring` names: what is drawn around another
 * part wins over it, whichever of the two was loaded first. All of them are loaded at the start. Sheets of features come
 * when they are needed and are in no layer, which wins over every layer: a browser that is handed a layer later on takes
 * all fonts for changed and measures the text of the whole page anew, in the middle of a click.
 */
export function layerStyles(declaring: string): Plugin {
  const [order = []] = readLayers(readFileSync(declaring, 'utf8'))
  return {
    name: 'layer-styles',
    enforce: 'pre',
    transform(code, id) {
      const [, layer] = sheet.exec(id) ?? []
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
      const late = Object.values(bundle).find(
        (file) =>
          file.type === 'asset' &&
          file !== first &&
          file.fileName.endsWith('.css') &&
          /@layer\b/.test(String(file.source)) &&
          !ofTheMap.test(String(file.source)),
      )
      if (late) throw new Error(`${late.fileName} brings a layer after the start: see chunk-groups.ts`)
    },
  }
}

const readLayers = (css: string) => [...css.matchAll(named)].map(([, names = '']) => names.split(/,\s*/))
