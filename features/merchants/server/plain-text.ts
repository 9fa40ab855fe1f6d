import { withoutControls } from '@quaff/platform/shared/text'

/** One line as typed, without control characters; null for nothing. */
export function plainLine(value: string | null | undefined): string | null {
  return withoutControls(value ?? '').trim() || null
}

/** Several lines: only the line breaks stay. */
export function plainLines(value: string | null | undefined): string | null {
  const lines = (value ?? '').split(/\r\n|\r|\n/).map((line) => withoutControls(line).trimEnd())
  return lines.join('\n').trim() || null
}
