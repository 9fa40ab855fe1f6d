import { readCode } from '@quaff/platform/shared/pasted-text'

/** Accepts any case and the extra characters of a pasted code. */
export const normalizeRecoveryCode = (pasted: string) => readCode(pasted).toLowerCase()

/** In two halves, for copying by hand. */
export function showRecoveryCode(code: string): string {
  const half = code.length / 2
  return `${code.slice(0, half)}-${code.slice(half)}`
}

/** The key in groups of four, for people who type it. */
export function groupKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? ''
}
