import { posix } from 'node:path'
import type { SourceFile, Violation } from './source-file'

/** Layers are declared before any rule, because their order otherwise depends on the load order. */
const declaration = /^@layer (base, mantine, fields, words[\w\s,-]*);/
const theme = 'platform/console/theme/'
const declaring = `${theme}base.css`
const loading = `${theme}theme-provider.tsx`
const loaded = ['./tokens.css', './base.css', './mantine.css']
/** The build puts each sheet of the kit in the layer of this folder, and no other sheet in any. */
const layered = /^platform\/console\/([\w-]+)\//

/** The style of an element must not depend on the screen that was opened before. */
export function checkStyles(files: SourceFile[]): Violation[] {
  const base = files.find(({ path }) => path === declaring)
  const declared = base && declaredLayers(base.text)
  return [...checkSheets(files, declared), ...checkClasses(files)]
}

function checkSheets(files: SourceFile[], declared: string[] | undefined): Violation[] {
  return files.flatMap(({ path, text }) => {
    const messages = path.endsWith('.css')
      ? judgeSheet(path, withoutComments(text), declared)
      : judgeLoading(path, text)
    return messages.map((message) => ({ path, rule: 'styles', message }))
  })
}

const declaredLayers = (text: string) => declaration.exec(withoutComments(text).trimStart())?.[1]?.split(/,\s*/)

function judgeSheet(path: string, text: string, declared: string[] | undefined): string[] {
  const messages = [...text.matchAll(/@import\s+['"](@mantine\/[^'"]+)['"]/g)]
    .filter(([, from = '']) => !from.endsWith('.layer.css'))
    .map(([, from = '']) => `${from}: the library's styles come as their .layer.css, so that ours win`)
  if (path === declaring && !declared)
    messages.push(
      'begins with "@layer base, mantine, fields, words, …;": the order of layers is declared before any rule',
    )
  if (path.startsWith(theme)) return messages
  if (/@layer\b/.test(text))
    messages.push(`the build puts a sheet of the kit in the layer of its folder, in the order of ${declaring}`)
  const [, layer] = layered.exec(path) ?? []
  if (declared && layer !== undefined && !declared.includes(layer))
    messages.push(`${declaring} doesn’t declare its layer "${layer}"`)
  return messages
}

function judgeLoading(path: string, text: string) {
  if (path !== loading) return []
  const places = loaded.map((sheet) => text.indexOf(`'${sheet}'`))
  const isInOrder = places.every((place, index) => place > (places[index - 1] ?? -1))
  return isInOrder ? [] : [`loads ${loaded.join(', ')} in this order`]
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** The compiler takes any class of a sheet, so a renamed one would silently lose its style. */
function checkClasses(files: SourceFile[]): Violation[] {
  const sheets = new Map(files.flatMap(({ path, text }) => (path.endsWith('.module.css') ? [[path, text]] : [])))
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, name = '', from = '']) => {
      const sheet = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from.replace(/^@quaff\//, '')
      const css = sheets.get(sheet)
      if (css === undefined) return []
      const used = new Set(
        [...text.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one),
      )
      return [...used]
        .filter((one) => one !== 'module' && !new RegExp(`\\.${one}(?![\\w-])`).test(css))
        .map((one) => ({ path, rule: 'styles', message: `${sheet} has no class "${one}"` }))
    }),
  )
}
