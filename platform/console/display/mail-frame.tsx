import { useComputedColorScheme } from '@mantine/core'
import classes from './mail-frame.module.css'

export type MailScheme = 'light' | 'dark'

const darkQuery = '(prefers-color-scheme: dark)'

/**
 * Returns the email as a document for a frame without rights: nothing is fetched, and links lead nowhere. `scheme`
 * overrides the reader's own colours.
 */
function framedMail(html: string, scheme: MailScheme): string {
  const guards =
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    // A frame without permission to open windows ignores links with this target.
    '<base target="_blank">'
  return html
    .replace('<head>', `<head>${guards}`)
    .replaceAll(`@media ${darkQuery}`, scheme === 'dark' ? '@media all' : '@media not all')
}

interface MailFrameProps {
  title: string
  html: string
  /** The reader's own when left out. */
  scheme?: MailScheme
  height?: number
}

export function MailFrame({ title, html, scheme, height = 600 }: MailFrameProps) {
  const own = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const shown = scheme ?? own
  return (
    <iframe
      // A frame keeps its document's place in the history: a new one for each look leaves Back alone.
      key={`${shown} ${html}`}
      className={classes.frame}
      title={title}
      sandbox=""
      style={{ height }}
      srcDoc={framedMail(html, shown)}
    />
  )
}
