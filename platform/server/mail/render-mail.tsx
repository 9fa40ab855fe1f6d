import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { withoutControls } from '@quaff/platform/shared/text'
import { MailLayout, MailSupport } from './mail-layout'

const lineLength = 80

/** End of the card and of the page. */
const end = '</div></body>'

export type MailParts = { html: string; text: string }

/** Renders both parts of an email; the text part is derived from the HTML. The subject becomes one line. */
export function renderMail(
  subjectAsWritten: string,
  body: ReactElement,
  isWarning = false,
): MailParts & { subject: string } {
  const subject = withoutControls(subjectAsWritten).trim()
  const page = renderToStaticMarkup(
    <MailLayout subject={subject} isWarning={isWarning}>
      {body}
    </MailLayout>,
  )
  // A direction mark in a name would reverse the text behind it.
  const html = `<!DOCTYPE html>${page.replaceAll(/\p{Bidi_Control}/gu, '')}`
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
  return { html: html.replace(end, () => `${line}${end}`), text: `${text}\n\nQuestions? Email ${address}.` }
}
