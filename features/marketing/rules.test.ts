import { describe, expect, it } from 'vitest'
import { publicPages, type PageDetails } from './contract'
import { fillPage, findPublicPage, readInviteCode, robotsText, sitemapText } from './rules'

const nothing: PageDetails = {
  baseUrl: 'https://quaff.test',
  year: '2026',
  supportAddress: 'help@quaff.test',
  appStoreUrl: null,
  playStoreUrl: null,
  supportLink: 'mailto:help@quaff.test',
  feeShare: '5%',
  exampleFee: '−$87.00',
  exampleNet: '$1,595.00',
  waitlistPath: null,
  inviter: null,
  inviteCode: null,
}

describe('the public address', () => {
  it.each([
    ['/', 'home'],
    ['/partners', 'partners'],
    ['/partners/', 'partners'],
    ['/partners/signup', 'signup'],
    ['/w/oslo', 'waitlist'],
    ['/f/spring-2026/', 'form'],
  ])('§2.1 %s is the page %s', (path, id) => {
    expect(findPublicPage(path)?.id).toBe(id)
  })

  it.each(['', '//', '/partner', '/Partners', '/partners/signup/other', '/w', '/w/', '/w/a/b', '/dashboard'])(
    '%s is none',
    (path) => {
      expect(findPublicPage(path)).toBeUndefined()
    },
  )

  it('§2.1 is in the list once', () => {
    expect(new Set(publicPages.map(({ path }) => path)).size).toBe(publicPages.length)
    expect(new Set(publicPages.map(({ id }) => id)).size).toBe(publicPages.length)
  })
})

describe('filling a page', () => {
  it('puts values in and shows what belongs to them', () => {
    const template =
      '<a{{#appStoreUrl}} href="{{appStoreUrl}}"{{/appStoreUrl}}>{{^appStoreUrl}}Not yet{{/appStoreUrl}}</a>'
    expect(fillPage(template, nothing)).toBe('<a>Not yet</a>')
    expect(fillPage(template, { ...nothing, appStoreUrl: 'https://apps.test/q?a=1&b=2' })).toBe(
      '<a href="https://apps.test/q?a=1&amp;b=2"></a>',
    )
  })

  it.each([`"><script>alert(1)</script>`, `' onmouseover='alert(1)`, '{{#baseUrl}}', '{{year}}', '$&', '{{/inviter}}'])(
    'keeps %s a text',
    (inviter) => {
      const filled = fillPage('<b title="{{inviter}}">{{#inviter}}{{inviter}}{{/inviter}}</b>', { ...nothing, inviter })
      expect(filled).not.toMatch(/<script|title="[^"]*"[^>]|2026|https:/)
      const unescaped = filled.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<')
      expect(unescaped.replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(`<b title="${inviter}">${inviter}</b>`)
    },
  )

  it('refuses a slot that no one fills', () => {
    expect(() => fillPage('{{agent}}', nothing)).toThrow('unknown slot: agent')
  })
})

describe('the code of an invitation', () => {
  it.each(['TABLE12', 'spring-2026', 'a', 'A_b', 'x'.repeat(40)])('may be %s', (code) => {
    expect(readInviteCode(code)).toBe(code)
  })

  it.each([undefined, '', ' ', '-a', '<b>', "a'b", 'a b', 'é', 'x'.repeat(41)])('is not %s', (raw) => {
    expect(readInviteCode(raw)).toBeNull()
  })
})

describe('crawlers', () => {
  it('find the listed pages in the sitemap, and no other', () => {
    const found = [...sitemapText('https://quaff.test').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(found).toEqual(
      ['', 'partners', 'terms', 'privacy', 'partners/signup'].map((path) => `https://quaff.test/${path}`),
    )
  })

  it('are shown the sitemap and kept away from the endpoints', () => {
    const lines = robotsText('https://quaff.test').split('\n')
    expect(lines).toContain('Sitemap: https://quaff.test/sitemap.xml')
    expect(lines).toContain('Disallow: /api/')
    expect(lines).not.toContain('Disallow: /')
  })

  it.each(['/f/', '/r/', '/w/'])(
    'may read %s: a shared link has a preview, and its page says that it is not to be listed',
    (path) => {
      expect(robotsText('https://quaff.test')).not.toContain(`Disallow: ${path}`)
    },
  )
})
