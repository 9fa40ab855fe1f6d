import { Window } from 'happy-dom'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emailVerificationPurposes } from '@quaff/features/sign-in/email-verification-contract'
import { renderMail } from '@quaff/platform/server'
import { smtpMailer } from '@quaff/platform/server/adapters/mailers'
import { startMailServer } from '@quaff/platform/testing/mail/mail-server'
import { mailContext } from '../testing/mail-context'
import { exampleMessages, type ExampleMessages } from './example-texts'
import { mailPreviews } from './mail-previews'
import { merchantMails } from './merchant-mails'
const features = join(import.meta.dirname, '../../../../features')

async function sourcesOf(folder: string): Promise<{ path: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true })
  const paths = entries.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing\//.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })))
}

/** Finds the template names in the sources; names built from a purpose are listed one by one. */
function templatesIn(text: string): string[] {
  return [...text.matchAll(/\btemplate:\s*(['`])([^'`]+)\1/g)].flatMap(([, , name = '']) =>
    name.includes('${purpose}')
      ? emailVerificationPurposes.map((purpose) => name.replace('${purpose}', purpose))
      : [name],
  )
}

function render(texts: ExampleMessages = exampleMessages) {
  return mailPreviews(texts).map(({ name, write }) => {
    const mail = write(mailContext)
    return { name, template: mail.template, isRepeatable: mail.isRepeatable === true, ...renderMail(mailContext, mail) }
  })
}

/** Line ends and breaks are the transport's own business. */
const flat = (text: string | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

describe('the previews of mails', () => {
  it('leave out no template of the features, and invent none', async () => {
    const mails = (await sourcesOf(features)).filter(({ path }) => path.endsWith('-emails.tsx'))
    const written = mails.flatMap(({ text }) => templatesIn(text))
    for (const { path, text } of mails)
      expect(templatesIn(text).length, path).toBeGreaterThanOrEqual(
        text.match(/\btemplate:(?! string\b)/g)?.length ?? 0,
      )
    expect(written.length).toBeGreaterThan(30)
    expect(
      render()
        .map(({ template }) => template)
        .sort(),
    ).toEqual([...new Set(written)].sort())
  })

  it('about one merchant, except for the reviewers’, name their merchant in each link, so that the console opens it', () => {
    for (const { name, write } of merchantMails(exampleMessages)) {
      const mail = write(mailContext)
      if (mail.template === 'venue-waits') continue
      const links = [...renderMail(mailContext, mail).html.matchAll(/href="(https:[^"]+)"/g)].map(([, url]) => url)
      const pages = links.filter((url) => !/\/auth\/|\/settings\?tab=notifications/.test(url ?? ''))
      for (const url of pages) expect(url, name).toContain('openMerchant=')
    }
  })

  it('need look nowhere else: no mail is written beside the *-emails files', async () => {
    const senders = (await sourcesOf(features)).filter(({ text }) => text.includes('queueMail('))
    expect(senders.length).toBeGreaterThan(20)
    const strays = senders.filter(({ path, text }) => !path.endsWith('-emails.tsx') && /\btemplate:/.test(text))
    expect(strays.map(({ path }) => path)).toEqual([])
  })

  it('have a name of their own each', () => {
    const names = mailPreviews().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('reach a real mail server with subject, text and HTML as they were written', async () => {
    const sent = render()
    const server = await startMailServer()
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'Quaff <console@quaff.test>' })
    for (const { template, subject, html, text } of sent)
      await mailer.send({ id: template, to: 'reader@example.com', subject, html, text })
    const received = await server.received()
    await server.close()
    expect(received).toHaveLength(sent.length)
    for (const [index, { template, subject, text, html }] of sent.entries()) {
      expect(received[index]?.subject, template).toBe(subject)
      expect(flat(received[index]?.text), template).toBe(flat(text))
      expect(flat(received[index]?.html), template).toBe(flat(html))
    }
  })

  it.each(render().map((mail) => [mail.template, mail] as const))(
    '%s has a short subject, both parts, no script and nothing from elsewhere',
    (_template, { subject, text, html }) => {
      expect(subject.trim()).not.toBe('')
      expect(subject.length).toBeLessThan(80)
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text).toContain('Sent by Quaff.')
      expect(text.length).toBeGreaterThan(60)
      expect(text).not.toMatch(/undefined|\[object/)
      expect(html).not.toMatch(/<script|javascript:|\son\w+=|<img|<link|<iframe|@import|url\(/i)
      expect(html).not.toContain('undefined')
    },
  )

  it('lead to the configured address of the console, each by at most one button', () => {
    for (const { template, html, text } of render()) {
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
      for (const href of links) expect(href, template).toMatch(/^https:\/\/console\.example\.com\//)
      for (const href of links) expect(flat(text), template).toContain(href.replaceAll('&amp;', '&'))
      expect(html.match(/class="m-button"/g)?.length ?? 0, template).toBeLessThanOrEqual(1)
    }
  })

  it('name money with its currency, and moments in the platform’s zone', () => {
    const said = new Map(render().map(({ template, text }) => [template, flat(text)]))
    expect(said.get('payout_statement')).toContain('Payout: USD 1,234.50.')
    for (const template of ['waitlist_invitation', 'bank_changed'])
      expect(said.get(template), template).toMatch(/March 1[02], 2026 at 1:00 PM \(Europe\/Berlin\)/)
  })

  it('can be ignored only by someone who may not have asked for them', () => {
    const ignorable = render()
      .filter(({ text }) => text.includes('You can ignore it'))
      .map(({ template }) => template)
    expect(ignorable).toContain('invitation')
    for (const template of ['merchant_suspended', 'merchant_transferred_from', 'bank_changed', 'payout_statement'])
      expect(ignorable).not.toContain(template)
    expect(ignorable).not.toContain('daily_summary')
  })

  it('break a name without blanks, so that no mail is wider than a phone', () => {
    for (const { template, html } of render())
      for (const [part] of html.matchAll(/<\w+[^>]*class="m-(?:card|foot)"[^>]*>/g))
        expect(part, template).toContain('overflow-wrap:anywhere')
  })

  it('keep the lines of a reason', () => {
    const reasoned = render({ ...exampleMessages, reason: 'First line\r\nSecond line' })
      .filter(({ text }) => text.includes('First line'))
      .map(({ template, text }) => [template, /First line\s*\n+\s*Second line/.test(text)])
    expect(reasoned).toHaveLength(8)
    expect(reasoned.filter(([, isKept]) => !isKept)).toEqual([])
  })

  it('show mark-up in names and reasons as it was typed', () => {
    const markup = 'Example <b>&"'
    const texts: ExampleMessages = {
      ...exampleMessages,
      venue: markup,
      person: markup,
      list: markup,
      form: markup,
      reason: markup,
    }
    const showing = render(texts).filter(({ text }) => text.includes('Example'))
    expect(showing.length).toBeGreaterThan(18)
    for (const { template, html, text } of showing) {
      expect(html, template).not.toContain('Example <b>')
      expect(html, template).toContain('Example &lt;b&gt;&amp;&quot;')
      expect(flat(text), template).toContain(markup)
    }
  })

  it('isolate names in Arabic and Hebrew in subject, HTML and text, so that they turn nothing beside them', () => {
    const names = { venue: 'قهوة 24', person: 'شركة (Ltd.) 3', list: 'בית 7 (מרכז)', form: 'בית 7 (מרכז)' }
    const told = render({ ...exampleMessages, ...names, reason: 'العنوان غير صحيح (7)' })
    let count = 0
    for (const { template, subject, html, text } of told)
      for (const part of [subject, html, flat(text)]) {
        const bare = part.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '')
        expect(bare, template).not.toMatch(/[\u0590-\u06FF]/)
        if (bare !== part) count += 1
      }
    expect(count).toBeGreaterThan(50)
  })

  it('have another subject each time if they may come again within minutes', () => {
    const early = render()
    const late = mailPreviews().map(({ write }) => {
      const later = { ...mailContext, clock: { now: () => new Date('2026-03-10T12:00:01Z') } }
      return renderMail(later, write(later)).subject
    })
    const repeated = early.filter(({ subject }, index) => subject !== late[index])
    expect(repeated.map(({ template }) => template)).toEqual(
      early.filter(({ isRepeatable }) => isRepeatable).map(({ template }) => template),
    )
    // People who wait for a code or a link ask for another one.
    for (const { template, html } of early)
      if (/class="m-code"|[?&](token|invite|invitation)=/.test(html))
        expect(repeated.map((mail) => mail.template)).toContain(template)
    expect(repeated.map(({ subject }) => subject)).toContain('Sign in to Quaff · 1:00:00 PM GMT+1')
  })

  it('stay under the size at which Gmail cuts an email off', () => {
    const long = 'Ünïcode 東京 قهوة '.repeat(8).trim()
    for (const { template, html } of render({ ...exampleMessages, venue: long, reason: long.repeat(30) }))
      expect(Buffer.byteLength(html), template).toBeLessThan(102_000)
  })
})

describe('the mark-up of mails', () => {
  const window = new Window({ settings: { disableCSSFileLoading: true } })
  const pages = render().map((mail) => ({
    ...mail,
    page: new window.DOMParser().parseFromString(mail.html, 'text/html'),
  }))

  it('holds the button in a table, because Outlook for Windows gives no room to a link', () => {
    let buttons = 0
    for (const { template, page, text } of pages)
      for (const button of page.querySelectorAll('.m-button')) {
        buttons += 1
        const box = button.parentElement
        expect(box?.tagName, template).toBe('TD')
        expect(box?.getAttribute('style'), template).toMatch(/background-color:#1f6f5c;mso-padding-alt:10px 20px/)
        expect(box?.closest('table')?.getAttribute('role'), template).toBe('presentation')
        const address = button.getAttribute('href') ?? ''
        expect(flat(text), template).toContain(address)
        expect(flat(page.body.textContent), template).toContain(address)
      }
    expect(buttons).toBeGreaterThan(20)
  })

  it('has tables only for layout, a language, and a text for each picture', () => {
    for (const { template, page } of pages) {
      expect(page.documentElement.getAttribute('lang'), template).toBe('en')
      for (const table of page.querySelectorAll('table'))
        expect(table.getAttribute('role'), template).toBe('presentation')
      for (const picture of page.querySelectorAll('img')) expect(picture.getAttribute('alt'), template).toBeTruthy()
    }
  })

  /** Returns text and background of each class, with the sheets that apply. */
  function colorsOf(page: (typeof pages)[number]['page'], rule: (part: string, property: string) => RegExp | null) {
    const css = [...page.querySelectorAll('style')].map((style) => style.textContent).join('\n')
    return [...page.querySelectorAll('[class^="m-"]:not(.m-mark):not(.m-ring)')].map((element) => {
      const value = (from: typeof element | null, property: string): string => {
        if (from === null) return ''
        const own = new RegExp(`(?:^|;)${property}:(#\\w+)`).exec(from.getAttribute('style') ?? '')?.[1]
        const sheet = from.className && rule(from.className, property)
        const changed = sheet ? sheet.exec(css)?.[1] : undefined
        return (own === undefined ? undefined : (changed ?? own)) ?? value(from.parentElement, property)
      }
      return { part: element.className, ink: value(element, 'color'), ground: value(element, 'background-color') }
    })
  }

  const sheets = {
    'without style sheets': () => null,
    'in a dark program': (part: string, property: string) => new RegExp(`\\n\\.${part} {[^}]*? ${property}: (#\\w+)`),
    'in the dark Outlook.com': (part: string, property: string) =>
      new RegExp(`\\[data-${property === 'color' ? 'ogsc' : 'ogsb'}\\] \\.${part},[^}]*? ${property}: (#\\w+)`),
  }
  it.each(Object.entries(sheets))('is legible %s', (scheme, rule) => {
    for (const { template, page } of pages)
      for (const { part, ink, ground } of colorsOf(page, rule)) {
        const where = `${template} ${part} ${scheme}: ${ink} on ${ground}`
        if (part !== 'm-box') expect(contrast(ink, ground), where).toBeGreaterThan(4.5)
        if (scheme.includes('dark') && part !== 'm-button' && part !== 'm-box')
          expect(luminance(ground), where).toBeLessThan(0.05)
      }
  })
})

/** Returns the relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
