import { isCode, isGenerated, type SourceFile, type Violation } from '../structure/source-file'
import { isForTests } from '../structure/zones'
import { bannedWording, keptTexts, longTexts, textLimit } from './banned-wording'
import { readTexts } from './read-texts'

const isProduct = (path: string) =>
  isCode(path) &&
  /^(apps|features|platform|database|packages)\//.test(path) &&
  !isGenerated(path) &&
  !isForTests(path) &&
  !path.endsWith('.config.ts')

/** A statement for the database, in a call that takes plain text. */
const isQuery = (text: string) => /^(select|insert into|update|delete from|with) /.test(text)

/** Cheap: most files hold no wording that could be refused, and those are not parsed. */
const mayBreak = (text: string) =>
  bannedWording.some(({ pattern }) => pattern.test(text)) || new RegExp(`[^'"\`<>\\n]{${textLimit}}`).test(text)

/** Refuses wording that the copy guide bans and overlong texts in user-facing strings. */
export function checkWording(files: SourceFile[]): Violation[] {
  return files.filter(({ path, text }) => isProduct(path) && mayBreak(text)).flatMap(checkFile)
}

function checkFile({ path, text: source }: SourceFile): Violation[] {
  const mayBeLong = Object.keys(longTexts).some((start) => path.startsWith(start))
  return readTexts(path, source).flatMap(({ text, isBlock }) => {
    if (Object.hasOwn(keptTexts, text) || isQuery(text)) return []
    const found = bannedWording.filter(({ pattern }) => pattern.test(text)).map(({ instead }) => `write ${instead}`)
    if (!mayBeLong && !isBlock && text.length > textLimit) found.push(`has more than ${textLimit} characters`)
    return found.map((message) => ({ path, rule: 'wording', message: `“${text}”: ${message}` }))
  })
}
