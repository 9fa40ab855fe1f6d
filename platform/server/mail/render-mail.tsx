import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AppSettings } from '../context'
import type { Clock } from '../ports'
import { MailLayout, MailSupport, secondText } from './mail-layout'

const lineLength = 80

/** All direction marks except those of `isolated`: one in a name would reverse the text behind it. */
const strayMarks = /[^\P{Bidi_Control}\u2068\u2069]/gu

export type MailParts = { html: string; text: string }

/** Content of an email, independent of its recipient. */
export type MailContent = {
  template: string
  subject: string
  body: ReactElement
  /** About something of the reader's own, expected or not: it does not end with "you can ignore it". */
  isWarning?: boolean
  /** May come again within minutes. Mail programs fold emails with equal subjects and hide the newest button. */
  isRepeatable?: boolean
}

type MailContext = { clock: Clock; settings: Pick<AppSettings, 'timeZone'> }

/** Renders both parts of an email; the text part is derived from the HTML. The subject becomes one line. */
export function renderMail(
  { clock, settings }: MailContext,
  { subject: written, body, isWarning, isRepeatable = false }: MailContent,
): MailParts & { subject: string } {
  const line = written
    .replaceAll(strayMarks, '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
  const subject = isRepeatable ? `${line} · ${secondText(clock.now(), settings.timeZone)}` : line
  const page = renderToStaticMarkup(
    <MailLayout subject={subject} isWarning={isWarning}>
      {body}
    </MailLayout>,
  )
  const html = `<!DOCTYPE html>${page.replaceAll(strayMarks, '')}`
  const text = convert(html, {
    wordwrap: lineLength,
    selectors: [
      { selector: 'head', format: 'skip' },
      { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 0, trailingLineBreaks: 2 } },
      // The URL is below each button anyway.
      { selector: 'a', options: { ignoreHref: true } },
    ],
  })
  return { subject, html, text }
}

/** Adds the support address when the email leaves, since an email may wait and the address may change. */
export function withSupport({ html, text }: MailParts, address: string | null): MailParts {
  if (address === null) return { html, text }
  const line = renderToStaticMarkup(<MailSupport address={address} />)
  const end = html.lastIndexOf('</div>')
  return { html: `${html.slice(0, end)}${line}${html.slice(end)}`, text: `${text}\n\nQuestions? Email ${address}.` }
}
