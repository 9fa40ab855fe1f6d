import { posix } from 'node:path'
import { isTest, withoutComments, type SourceFile, type Violation } from './source-file'

/** A source file that no tsconfig includes is not type-checked. */
export function checkCompiled(files: SourceFile[]): Violation[] {
  const configs = files.filter(({ path }) => /(^|\/)tsconfig[^/]*\.json$/.test(path)).map(readConfig)
  if (configs.length === 0) return []
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !configs.some((includes) => includes(path)))
    .map(({ path }) => ({ path, rule: 'compiled', message: 'no tsconfig includes it' }))
}

function readConfig({ path, text }: SourceFile): (path: string) => boolean {
  const { include = [], exclude = [] } = JSON.parse(text) as { include?: string[]; exclude?: string[] }
  const patterns = (globs: string[]) => globs.map((glob) => toPattern(posix.join(posix.dirname(path), glob)))
  const [included, excluded] = [patterns(include), patterns(exclude)]
  return (file) => included.some((one) => one.test(file)) && !excluded.some((one) => one.test(file))
}

/** A double star with a slash matches any number of folders, `*` a part of one name. */
function toPattern(glob: string) {
  const parts: Record<string, string> = { '**/': '(?:.+/)?', '**': '.*', '*': '[^/]*', '.': '\\.' }
  return new RegExp(`^${glob.replace(/\*\*\/|\*\*|\*|\./g, (part) => parts[part] ?? part)}$`)
}

const guards = 'platform/console/page-guards.tsx'
const composing = /\bisComposing\b|\bkeyCode\b/
const drawing = /\b(createRoot|hydrateRoot)\(/
const island = /^apps\/console\/src\/public\/.+-island\.tsx$/
const islandsEntry = 'apps/console/src/public/site.ts'

/** One listener keeps the keys of input methods from all handlers, and one observer the texts of translators. */
export function checkPageGuards(files: SourceFile[]): Violation[] {
  const texts = new Map(
    files.filter(({ path }) => !isTest(path)).map(({ path, text }) => [path, withoutComments(text)]),
  )
  const isGuarded = (path: string) => /\bguardPage\(\)/.test(texts.get(path) ?? '')
  return [...texts].flatMap(([path, text]) => {
    if (!/^(apps\/console|platform\/console|features)\//.test(path)) return []
    const messages = [
      ...(composing.test(text) && path !== guards ? [`${guards} leaves composing keys to the input method`] : []),
      ...(drawing.test(text) && !isGuarded(island.test(path) ? islandsEntry : path)
        ? ['a page that React draws calls guardPage()']
        : []),
    ]
    return messages.map((message) => ({ path, rule: 'guards', message }))
  })
}
