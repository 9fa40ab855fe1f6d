import type { EntangledCode, RepeatTally } from '@quaff/platform/server/ports'

export function repeatTally(): RepeatTally {
  const counts = new Map<EntangledCode, number>()
  const read = (code: EntangledCode) => counts.get(code) ?? 0
  return { add: (code) => void counts.set(code, read(code) + 1), read }
}
