export const buildingLimits = {
  name: 120,
  slug: 60,
  intro: 1_000,
  successText: 1_000,
  sites: 20,
  site: 200,
  funnelDays: 90,
} as const

export const slugShape = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
export const slugHint = 'Use letters, digits and hyphens, like cafes-2027.'

/** In the spelling of a browser: "https://example.com", with a port where it has one. */
export const siteShape = /^https:\/\/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[1-9]\d{0,4})?$/
export const siteHint = 'Enter an origin, like https://example.com.'

/** What keeps a slug from being taken; null when nothing does. Whether it is free, only the server knows. */
export function slugFault(slug: string): string | null {
  if (slug.length > buildingLimits.slug) return `At most ${buildingLimits.slug} characters`
  return slugShape.test(slug) ? null : slugHint
}

/** The origins in what was typed, one a line; whole addresses are cut down to their origin. */
export function parseSites(text: string): { sites: string[]; fault: string | null } {
  const lines = text
    .split(/\s+/)
    .map((line) => line.toLowerCase().replace(/^(https:\/\/[^/?#]+)[/?#].*$/, '$1'))
    .filter((line) => line !== '')
  const sites = [...new Set(lines)]
  const wrong = sites.find((site) => !siteShape.test(site) || site.length > buildingLimits.site)
  if (wrong !== undefined) return { sites, fault: `“${wrong}”: ${siteHint}` }
  return { sites, fault: sites.length > buildingLimits.sites ? `At most ${buildingLimits.sites} sites` : null }
}

export const publicFormPath = (slug: string) => `/f/${slug}`

/** A form that anybody has answered stays, with its answers. */
export function removalRefusal(form: { submitted: number }): string | null {
  return form.submitted > 0 ? 'It has submissions. Close it instead.' : null
}
