/** A name as the end of an address: accents go, everything but letters and digits becomes a hyphen. Empty for other scripts. */
export function suggestSlug(name: string, maxLength: number): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '')
}
