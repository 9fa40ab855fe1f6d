import type { SourceFile, Violation } from './source-file'

/** Declared before any rule, since the layer that is named last wins whatever was loaded first; ours, in none, beat all. */
const layerOrder = '@layer base, mantine;'
const declaring = 'platform/console/theme/base.css'
const loading = 'platform/console/theme/theme-provider.tsx'
const loaded = ['./tokens.css', './base.css', './mantine.css']

/** What a rule of style looks like must not hang on which screen was opened before. */
export function checkStyles(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) => {
    const messages = path.endsWith('.css') ? judgeSheet(path, withoutComments(text)) : judgeLoading(path, text)
    return messages.map((message) => ({ path, rule: 'styles', message }))
  })
}

function judgeSheet(path: string, text: string): string[] {
  const messages = [...text.matchAll(/@import\s+['"](@mantine\/[^'"]+)['"]/g)]
    .filter(([, from = '']) => !from.endsWith('.layer.css'))
    .map(([, from = '']) => `${from}: the library's styles come as their .layer.css, so that ours win`)
  if (path === declaring && !text.trimStart().startsWith(layerOrder))
    messages.push(`begins with "${layerOrder}": the order of layers is declared before any rule`)
  if (path !== declaring && /@layer\b/.test(text)) messages.push(`layers are declared in ${declaring} alone`)
  return messages
}

function judgeLoading(path: string, text: string): string[] {
  if (path !== loading) return []
  const places = loaded.map((sheet) => text.indexOf(`'${sheet}'`))
  const isInOrder = places.every((place, index) => place > (places[index - 1] ?? -1))
  return isInOrder ? [] : [`loads ${loaded.join(', ')} in this order`]
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')
