import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { exampleSums, inviteCodeLimits, pageSlots, publicPages } from './contract'
import type { PageDetails, PageSlot, PublicPage } from './contract'

/** The page that answers a path, with or without a slash at its end; undefined where the console has to. */
export function findPublicPage(path: string): PublicPage | undefined {
  const requested = path.replace(/(?<=[^/])\/$/, '')
  return publicPages.find((page) => matches(page.path, requested))
}

function matches(pattern: string, path: string) {
  if (!pattern.endsWith('/*')) return pattern === path
  const folder = pattern.slice(0, -1)
  return path.startsWith(folder) && /^[^/]+$/.test(path.slice(folder.length))
}

/** The place of a value in a prerendered page. */
export const slotMark = (slot: PageSlot) => `{{${slot}}}`

/** Content between these marks is shown only if the slot has a value. */
export const shownWith = (slot: PageSlot) => ({ open: `{{#${slot}}}`, close: `{{/${slot}}}` })

/** Content between these marks is shown only if the slot has no value. */
export const shownWithout = (slot: PageSlot) => ({ open: `{{^${slot}}}`, close: `{{/${slot}}}` })

const conditions = /\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/gs
const values = /\{\{(\w+)\}\}/g

/**
 * The page as a visitor gets it. Values are escaped for text and attributes, and put in last: what they contain is
 * never read as a slot.
 */
export function fillPage(template: string, details: PageDetails): string {
  return template
    .replaceAll(conditions, (_whole, kind: string, name: string, inner: string) =>
      (itemOf(details, name) !== null) === (kind === '#') ? inner : '',
    )
    .replaceAll(values, (_whole, name: string) => escapeMarkup(itemOf(details, name) ?? ''))
}

function itemOf(details: PageDetails, name: string): string | null {
  const slot = pageSlots.find((known) => known === name)
  if (!slot) throw new Error(`A page has an unknown slot: ${name}`)
  return details[slot]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

export const supportLinkOf = (address: string | null) => address && `mailto:${address}`

const money = moneyFormatter('en-US')
const dollars = (minor: number) => money(minor, 'usd')

/** Applies the platform fee to the example, with the rounding of a real statement. */
export function exampleStatement(feeBasisPoints: number) {
  const { salesMinor, refundsMinor } = exampleSums
  const feeMinor = Math.round((salesMinor * feeBasisPoints) / 10_000)
  return {
    feeShare: `${feeBasisPoints / 100}%`,
    exampleFee: `−${dollars(feeMinor)}`,
    exampleNet: dollars(salesMinor - feeMinor - refundsMinor),
  }
}

/** Returns a valid invitation code; null for anything else, which is then not looked up. */
export function readInviteCode(raw: string | undefined): string | null {
  if (raw === undefined || raw.length > inviteCodeLimits.max) return null
  return /^[a-z\d][a-z\d_-]*$/i.test(raw) ? raw : null
}

/**
 * Paths that crawlers skip: endpoints for signed-in users and programs. Shared links stay open, because messengers
 * need previews and `noindex` is only seen on a page that is read.
 */
const closedToCrawlers = ['/api/', '/rpc/', '/us-central1/', '/auth/']

export function robotsText(baseUrl: string): string {
  const lines = ['User-agent: *', ...closedToCrawlers.map((path) => `Disallow: ${path}`), '']
  return [...lines, `Sitemap: ${baseUrl}/sitemap.xml`, ''].join('\n')
}

export function sitemapText(baseUrl: string): string {
  const pages = publicPages.filter(({ listed }) => listed)
  const entries = pages.map(({ path }) => `  <url><loc>${escapeMarkup(`${baseUrl}${path}`)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}
