import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MailLayout } from './mail-layout'

const lineLength = 80

/** Both parts of one mail: the text is made from the HTML, so that they say the same. */
export function renderMail(subject: string, body: ReactElement, isWarning = false): { html: string; text: string } {
  const html = `<!DOCTYPE html>${renderToStaticMarkup(
    <MailLayout subject={subject} isWarning={isWarning}>
      {body}
    </MailLayout>,
  )}`
  const text = convert(html, {
    wordwrap: lineLength,
    selectors: [
      { selector: 'head', format: 'skip' },
      // The address stands below each button anyway.
      { selector: 'a', options: { ignoreHref: true } },
    ],
  })
  return { html, text }
}
