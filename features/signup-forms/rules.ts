import { email, line, lines, optional, word } from '@quaff/platform/shared/fields/form-fields'

export const buildingLimits = { sites: 20, site: 200, funnelDays: 90 } as const

export const buildingFields = {
  name: line({ missing: 'Enter a name' }),
  slug: word({
    max: 60,
    shape: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
    words: 'Use letters, digits and hyphens, like cafes-2027.',
    read: (typed) => typed.trim().toLowerCase(),
  }),
  intro: lines(1_000),
  successText: lines(1_000),
  ownerEmail: optional(email()),
}

/** In the spelling of a browser: "https://example.com", with a port where it has one. */
export const siteShape = /^https:\/\/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[1-9]\d{0,4})?$/
export const siteHint = 'Sites must start with https://, like https://example.com.'

/** The origins in what was typed, one a line; whole addresses are cut down to their origin. */
export function parseSites(text: string): { sites: string[]; fault: string | null } {
  const lines = text
    .split(/\s+/)
    .map((line) => line.toLowerCase().replace(/^(https:\/\/[^/?#]+)[/?#].*$/, '$1'))
    .filter((line) => line !== '')
  const sites = [...new Set(lines)]
  const wrong = sites.find((site) => !siteShape.test(site) || site.length > buildingLimits.site)
  if (wrong !== undefined) return { sites, fault: `“${wrong}”: ${siteHint}` }
  return { sites, fault: sites.length > buildingLimits.sites ? `Enter up to ${buildingLimits.sites} sites` : null }
}

export const publicFormPath = (slug: string) => `/f/${slug}`

/** A form that anybody has answered stays, with its answers. */
export function removalRefusal(form: { submitted: number }): string | null {
  return form.submitted > 0 ? 'It has submissions. Close it instead.' : null
}
