// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicPages, type PageDetails } from '@quaff/features/marketing/contract'
import { fillPage } from '@quaff/features/marketing/rules'
import { payloadSets } from '@quaff/platform/testing/script-payloads'
import { previewPublicPage, renderPublicPages } from './prerender'

const assets = { style: '/assets/site-1.css', script: '/assets/site-2.js', fonts: ['/assets/text-3.woff2'] }
const details: PageDetails = {
  baseUrl: 'https://quaff.test',
  year: '2031',
  supportAddress: 'help@quaff.test',
  appStoreUrl: 'https://apps.test/quaff',
  playStoreUrl: null,
  supportLink: 'mailto:help@quaff.test',
  feeShare: '5%',
  exampleFee: '−$87.00',
  exampleNet: '$1,595.00',
  waitlistPath: null,
  inviter: null,
  inviteCode: null,
}
const templates = new Map(renderPublicPages(assets).map(({ id, html }) => [id, html]))

function open(id: string, changes: Partial<PageDetails> = {}): Document {
  const template = [...templates].find(([key]) => key === id)?.[1] ?? ''
  return new DOMParser().parseFromString(fillPage(template, { ...details, ...changes }), 'text/html')
}
const textOf = (node: ParentNode | null | undefined) => node?.textContent?.replaceAll(/\s+/g, ' ').trim()
const linksOf = (page: Document, part: string) =>
  [...page.querySelectorAll(`${part} a[href]`)].map((link) => [
    textOf(link) || link.querySelector('svg')?.getAttribute('aria-label'),
    link.getAttribute('href'),
  ])
const contentOf = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('content')

/** Elements and the names of their attributes, without the texts. */
const frameOf = (page: Document) =>
  [...page.querySelectorAll('*')].map((element) => [element.localName, ...element.getAttributeNames()].join(' '))

describe.each(publicPages)('the prerendered page $path', (entry) => {
  it('is the same but for its texts with the forty script payloads in them', () => {
    const filled = (text: string) => open(entry.id, { supportAddress: text, inviter: text, inviteCode: text })
    const usual = filled('word')
    for (const text of payloadSets(5)) {
      const page = filled(text)
      expect(frameOf(page)).toEqual(frameOf(usual))
      const addresses = [...page.querySelectorAll('[href], [src]')].map(
        (link) => link.getAttribute('href') ?? link.getAttribute('src') ?? '',
      )
      for (const address of addresses) expect(address).toMatch(/^(\/|#|https:\/\/|mailto:)/)
    }
  })

  it('has a support link, and no word of support without an address', () => {
    expect(linksOf(open(entry.id), 'body')).toContainEqual(['Support', 'mailto:help@quaff.test'])
    const without = open(entry.id, { supportAddress: null, supportLink: null })
    expect(without.querySelector('[href="#no-support"], a[href=""], a[href^="mailto:"]')).toBeNull()
    expect(textOf(without.body)).not.toMatch(/email us|support/i)
  })

  it('has its title, its description and one heading of the first rank', () => {
    const page = open(entry.id)
    expect(page.title).toBe(entry.title)
    expect(contentOf(page, 'meta[name=description]')).toBe(entry.description)
    expect(page.documentElement.lang).toBe('en')
    expect(page.querySelectorAll('h1')).toHaveLength(1)
  })

  it('has nothing inline that a content policy would have to allow', () => {
    const page = open(entry.id)
    const scripts = [...page.querySelectorAll('script')].filter((script) => script.type !== 'application/ld+json')
    expect(scripts.map((script) => [script.getAttribute('src'), script.textContent])).toEqual([[assets.script, '']])
    expect(page.querySelectorAll('style, [style], base, iframe, object, embed')).toHaveLength(0)
    const handlers = [...page.querySelectorAll('*')].flatMap(({ attributes }) =>
      [...attributes].filter(({ name }) => name.startsWith('on')),
    )
    expect(handlers).toEqual([])
  })

  it('loads nothing from elsewhere, and leaves no slot open', () => {
    const page = open(entry.id)
    const loaded = [
      ...page.querySelectorAll('script[src], link[rel=stylesheet], link[rel=preload], img, link[rel~=icon]'),
    ]
    for (const node of loaded) expect(node.getAttribute('src') ?? node.getAttribute('href')).toMatch(/^\/[a-z]/)
    expect(page.documentElement.outerHTML).not.toMatch(/\{\{/)
  })

  it('§2.1 has the header with Download and "Become a Merchant"', () => {
    const download = entry.path === '/' ? '#download' : '/#download'
    expect(linksOf(open(entry.id), 'header.hdr')).toEqual([
      ['Quaff', '/'],
      ['Download', download],
      ['Become a Merchant', '/partners'],
    ])
  })

  it('§2.1 has the footer with its four links, app-store badges and the copyright of the current year', () => {
    const page = open(entry.id)
    expect(linksOf(page, 'footer')).toEqual([
      ['Quaff', '/'],
      ['For Merchants', '/partners'],
      ['Privacy', '/privacy'],
      ['Support', 'mailto:help@quaff.test'],
      ['Merchant Login', '/auth/login'],
      ['Download on the App Store', 'https://apps.test/quaff'],
    ])
    expect(textOf(page.querySelector('footer .copy'))).toBe('© 2031 Quaff')
  })

  it('shows a badge without an address as not there yet', () => {
    const off = [...open(entry.id).querySelectorAll('footer .badge')].filter((badge) => !badge.hasAttribute('href'))
    expect(off.map((badge) => [textOf(badge), badge.getAttribute('aria-disabled')])).toEqual([
      ['Coming soon to Google Play', 'true'],
    ])
  })

  it('§2.1 is one that links inside lead somewhere', () => {
    const page = open(entry.id)
    const anchors = linksOf(page, 'body').flatMap(([, href]) => (href?.startsWith('#') ? [href.slice(1)] : []))
    expect(anchors.filter((id) => !page.getElementById(id))).toEqual([])
    const drawings = [...page.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? '')
    expect(drawings.filter((href) => !page.querySelector(`symbol[id="${href.slice(1)}"]`))).toEqual([])
  })
})

describe('the words', () => {
  it('§1 of the home page are readable without a script', () => {
    const main = textOf(open('home').querySelector('main'))
    for (const words of [
      'Your daily cup is already paid for.',
      'Choose it once. Drink it daily.',
      'Poured by places you already walk past.',
      'Unused drinks on a daily pass don’t carry over.',
      'Tomorrow’s cup starts here.',
    ])
      expect(main).toContain(words)
  })

  it('§1 of the merchants’ page name the five literal steps, the worked examples and the manual payout', () => {
    const page = open('partners')
    expect([...page.querySelectorAll('.five b')].map(textOf)).toEqual([
      'Complete Business Profile',
      'Add Locations',
      'Create Subscription Plans',
      'Configure Banking',
      'Go Live',
    ])
    const rows = [...page.querySelectorAll('.tbl tbody tr')].map((row) => [...row.children].map(textOf))
    expect(rows).toContainEqual(['60', '$1,740', '1,040', '$936', '$804'])
    expect(textOf(page.querySelector('#payouts'))).toBe('Real people handle your payouts.')
    expect(linksOf(page, 'main').filter(([text]) => text === 'Start your application')).toEqual([
      ['Start your application', '/partners/signup'],
      ['Start your application', '/partners/signup'],
    ])
  })

  it.each(['terms', 'privacy'])('§1 of %s have a contents list that leads to every section', (id) => {
    const page = open(id)
    const sections = [...page.querySelectorAll('.doc section')].map(({ id: name }) => `#${name}`)
    expect([...page.querySelectorAll('.toc a')].map((link) => link.getAttribute('href'))).toEqual(sections)
    expect(textOf(page.querySelector('.meta'))).toContain('Version 1, November 20, 2026')
    expect(page.querySelector('button[data-print]')).toBeTruthy()
  })

  it('of the privacy page tell who comes by a link, fills in a form or waits what is kept', () => {
    const main = textOf(open('privacy').querySelector('main'))
    for (const words of [
      'If you come by someone’s invitation link, we count one visit for that link.',
      'Of people who apply, answer a form or join a waitlist: what they fill in, once they have sent it.',
      'A form that you have begun stays on your device until you send it.',
    ])
      expect(main).toContain(words)
  })

  it('§1 of an invitation name who invited, or no one', () => {
    const invited = textOf(open('affiliate', { inviter: 'Café Oslo', inviteCode: 'TABLE12' }).querySelector('main'))
    expect(invited).toContain('You’re invited for a daily cup.')
    expect(invited).toContain('This link comes from Café Oslo.')
    expect(invited).toContain('Code TABLE12 is applied')
    const neutral = textOf(open('affiliate').querySelector('main'))
    expect(neutral).toContain('Have your daily cup with Quaff.')
    expect(neutral).not.toContain('invited')
  })
})

describe('what search engines and messengers read', () => {
  it('is the full address, the picture and the structured data of a listed page', () => {
    const page = open('partners')
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://quaff.test/partners')
    expect(contentOf(page, 'meta[property="og:url"]')).toBe('https://quaff.test/partners')
    expect(contentOf(page, 'meta[property="og:image"]')).toBe('https://quaff.test/og.png')
    expect(page.querySelector('meta[name=robots]')).toBeNull()
    const graph = JSON.stringify(
      JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? ''),
    )
    expect(graph).toContain('"url":"https://quaff.test/partners"')
  })

  it('is a picture of ours, as large as messengers want it', () => {
    const picture = readFileSync(join(import.meta.dirname, '../../public/og.png'))
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  })

  it.each(['form', 'waitlist'])('is a preview of a shared %s, without a URL that is the same for all of them', (id) => {
    const page = open(id)
    expect(contentOf(page, 'meta[property="og:title"]')).toBe(page.title)
    expect(contentOf(page, 'meta[property="og:image"]')).toBe('https://quaff.test/og.png')
    expect(page.querySelector('meta[property="og:url"], link[rel=canonical]')).toBeNull()
  })

  it.each(publicPages.filter(({ listed, id }) => !listed && id !== 'affiliate'))('is not $path', ({ id }) => {
    expect(contentOf(open(id), 'meta[name=robots]')).toBe('noindex')
  })
})

describe('while developing', () => {
  it('a public page is drawn as it is asked for, and the console answers the rest', () => {
    expect(previewPublicPage('/terms', 'http://127.0.0.1:3000', assets)).toContain('href="http://127.0.0.1:3000/terms"')
    expect(previewPublicPage('/dashboard', 'http://127.0.0.1:3000', assets)).toBeNull()
  })
})

describe('the fee on /partners', () => {
  const sentences = (feeShare: string | null) =>
    [...open('partners', { feeShare }).querySelectorAll('p, dd')]
      .map((node) => textOf(node) ?? '')
      .filter((text) => /Quaff’s fee|as its fee/.test(text))

  it('is the one of the platform settings wherever it is named, beside the estimate too', () => {
    expect(sentences('2.5%')).toEqual([
      'Before Quaff’s fee of 2.5% of pass sales, card costs and tax.',
      expect.stringContaining('Quaff keeps 2.5% of pass sales as its fee.'),
    ])
  })

  it('is no number while no one could read it', () => {
    expect(sentences(null)).toEqual([
      'Before Quaff’s fee, card costs and tax.',
      expect.stringContaining('Quaff may keep a share of pass sales as its fee.'),
    ])
  })
})

it.each(['form', 'waitlist', 'signup'])('the page %s says what follows beside its form', (id) => {
  const steps = [...open(id).querySelectorAll('aside[aria-label="What happens next"] li b')].map(textOf)
  expect(steps.length).toBeGreaterThan(2)
})

it('an invitation is called applied only beside its code', () => {
  const saved = /code (is saved|.* is applied)/i
  expect(textOf(open('affiliate', { inviter: 'Café Oslo', inviteCode: 'TABLE12' }).body)).toMatch(saved)
  expect(textOf(open('affiliate').body)).not.toMatch(saved)
  expect(textOf(open('affiliate', { waitlistPath: '/w/spring' }).body)).not.toMatch(saved)
})

describe('the link to the waitlist', () => {
  const styleOf = (sheet: string, selector: string) => {
    const css = readFileSync(join(import.meta.dirname, 'styles', `${sheet}.css`), 'utf8')
    return css.split(`\n${selector} {`)[1]?.split('}')[0] ?? ''
  }
  const background = (style: string) => /background: ([^;]+);/.exec(style)?.[1]

  it('differs from the amber band of the home page', () => {
    const link = open('home', { waitlistPath: '/w/spring' }).querySelector('.dl .btn.btn--amber')
    expect(link?.getAttribute('href')).toBe('/w/spring')
    expect(background(styleOf('home', '.dl'))).toBe(background(styleOf('base', '.btn--amber')))
    expect(background(styleOf('home', '.dl .btn'))).toBe('#1f1d1a')
  })

  it('keeps a distance from the box with the invite code', () => {
    for (const inviteCode of ['SPRING', null]) {
      const link = open('affiliate', { waitlistPath: '/w/spring', inviteCode }).querySelector('.code + p .btn')
      expect(link?.getAttribute('href')).toBe('/w/spring')
    }
    expect(styleOf('affiliate', '.code + p')).toContain('margin-top: 24px')
  })
})
