import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { AffiliatePage } from '@quaff/features/marketing/console/affiliate-page'
import { HomePage } from '@quaff/features/marketing/console/home-page'
import { PrivacyPage } from '@quaff/features/marketing/console/legal-privacy-page'
import { TermsPage } from '@quaff/features/marketing/console/legal-terms-page'
import { PartnersPage } from '@quaff/features/marketing/console/partners-page'
import { type PageDetails, type PublicPage, type PublicPageId, publicPages } from '@quaff/features/marketing/contract'
import {
  escapeMarkup,
  exampleStatement,
  fillPage,
  findPublicPage,
  slotMark,
  supportLinkOf,
} from '@quaff/features/marketing/rules'
import { FormPage } from '@quaff/features/signup-forms/answering/console/form-page'
import {
  SignupPage,
  ConvertPage,
  ExistingPage,
  ProcessingPage,
  SuccessPage,
} from '@quaff/features/signup/console/signup-page'
import { JoinWaitlistPage } from '@quaff/features/waitlists/console/join-page'
import { now } from '@quaff/platform/console/clock'
import { product } from '@quaff/platform/shared/product'

const pages: Record<PublicPageId, ComponentType> = {
  home: HomePage,
  partners: PartnersPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  affiliate: AffiliatePage,
  signup: SignupPage,
  'signup-processing': ProcessingPage,
  'signup-existing': ExistingPage,
  convert: ConvertPage,
  success: SuccessPage,
  form: FormPage,
  waitlist: JoinWaitlistPage,
}

function render(page: PublicPage, assets: PageAssets): string {
  const Page = pages[page.id]
  return writeDocument(page, renderToString(<Page />), assets)
}

export function renderPublicPages(assets: PageAssets): { id: PublicPageId; html: string }[] {
  return publicPages.map((page) => ({ id: page.id, html: render(page, assets) }))
}

/** Renders a public page during development; null for pages of the console. */
export function previewPublicPage(path: string, baseUrl: string, assets: PageAssets): string | null {
  const page = findPublicPage(path)
  return page ? fillPage(render(page, assets), { ...nothingConfigured, baseUrl }) : null
}

const nothingConfigured: PageDetails = {
  baseUrl: null,
  year: String(now().getFullYear()),
  supportAddress: null,
  supportLink: supportLinkOf(null),
  ...exampleStatement(0),
  appStoreUrl: null,
  playStoreUrl: null,
  waitlistPath: null,
  inviter: null,
  inviteCode: null,
}

type PageAssets = { style: string; script: string; fonts: readonly string[] }

const darkPages: readonly PublicPageId[] = ['home', 'affiliate']

/** Not in the sitemap, but shared as links, for which messengers show a preview. */
const sharedPages: readonly PublicPageId[] = ['affiliate', 'form', 'waitlist']

const origin = slotMark('baseUrl')

/** A whole prerendered page. Nothing in it is inline that a content policy would have to allow. */
function writeDocument(page: PublicPage, body: string, assets: PageAssets): string {
  const bodyClass = darkPages.includes(page.id) ? ' class="on-dark"' : ''
  return `<!doctype html>\n<html lang="en">\n<head>\n${headOf(page, assets).join('\n')}\n</head>\n<body${bodyClass}>${body}</body>\n</html>\n`
}

function headOf(page: PublicPage, { style, script, fonts }: PageAssets): string[] {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeMarkup(page.title)}</title>`,
    ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${style}">`,
    `<script type="module" src="${script}"></script>`,
    named('description', page.description),
    named('theme-color', '#0F3A30'),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...(hasOneAddress(page) ? [`<link rel="canonical" href="${origin}${page.path}">`] : []),
    ...(page.listed ? [`<script type="application/ld+json">${structuredData(page)}</script>`] : []),
    ...(page.listed || page.id === 'affiliate' ? [] : [named('robots', 'noindex')]),
    ...(page.listed || sharedPages.includes(page.id) ? socialTags(page) : []),
  ]
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeMarkup(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeMarkup(content)}">`
const hasOneAddress = ({ path }: PublicPage) => !path.endsWith('*')

function socialTags(page: PublicPage): string[] {
  return [
    property('og:type', 'website'),
    property('og:site_name', product.name),
    property('og:title', page.title),
    property('og:description', page.description),
    ...(hasOneAddress(page) ? [property('og:url', `${origin}${page.path}`)] : []),
    property('og:image', `${origin}/og.png`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', `${product.name}: your daily cup is already paid for`),
    named('twitter:card', 'summary_large_image'),
  ]
}

/** A block of data, which no content policy takes for a script; `<` cannot end it early. */
function structuredData({ id, path, title, description }: PublicPage): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: product.name,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
  }
  const site = { '@type': 'WebSite', '@id': `${origin}/#site`, name: product.name, url: `${origin}/` }
  const page = {
    '@type': 'WebPage',
    name: title,
    description,
    url: `${origin}${path}`,
    isPartOf: { '@id': site['@id'] },
    publisher: { '@id': organization['@id'] },
  }
  const graph = id === 'home' ? [organization, site, page] : [page]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}
