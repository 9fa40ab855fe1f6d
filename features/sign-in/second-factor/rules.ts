/** Accepts any case, spaces and hyphens. */
export function normalizeRecoveryCode(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()
}

/** In two halves, for copying by hand. */
export function showRecoveryCode(code: string): string {
  const half = code.length / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}

/** The key in groups of four, for people who type it. */
export function groupKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? ''
}
