/** The entry of `key`, made where there is none yet. */
export function entryOf<Entry>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const known = entries.get(key)
  if (known) return known
  const made = make()
  entries.set(key, made)
  return made
}
