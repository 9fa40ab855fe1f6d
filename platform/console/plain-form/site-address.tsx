import { readableText } from '@quaff/platform/shared/readable-text'

/** A site that was typed without its scheme gets one; an empty text stays empty. */
export function siteAddress(typed: string): string {
  const text = readableText(typed)
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
}
