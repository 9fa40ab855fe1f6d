/** A file of the repository: `path` from its root with forward slashes, `text` its whole content. */
export interface SourceFile {
  path: string
  text: string
}

export interface Violation {
  path: string
  rule: string
  message: string
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)

export const isTest = (path: string) => /\.(test|spec)\.(tsx?|mjs)$/.test(path)

export const isGenerated = (path: string) => path.endsWith('.gen.ts') || path.startsWith('database/migrations/')

/** Comments may name what the code may not call. The star of a route such as '/rpc/*' opens none. */
export function withoutComments(text: string): string {
  return text.replace(/(^|[\s{(,])\/\*[\s\S]*?\*\//g, '$1').replace(/(^|\s)\/\/.*$/gm, '$1')
}
