/**
 * Converts a name to a slug: removes accents and replaces all but letters and digits with hyphens. Empty for other
 * scripts.
 */
export function suggestSlug(name: string, maxLength: number): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '')
}
