import { posix } from 'node:path'
import type { SourceFile, Violation } from './source-file'

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
function toPattern(glob: string): RegExp {
  const parts: Record<string, string> = { '**/': '(?:.+/)?', '**': '.*', '*': '[^/]*', '.': '\\.' }
  return new RegExp(`^${glob.replace(/\*\*\/|\*\*|\*|\./g, (part) => parts[part] ?? part)}$`)
}
