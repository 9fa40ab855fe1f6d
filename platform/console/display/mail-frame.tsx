import { useComputedColorScheme } from '@mantine/core'
import classes from './mail-frame.module.css'

export type MailScheme = 'light' | 'dark'

const darkQuery = '(prefers-color-scheme: dark)'

/**
 * The mail as a document for a frame without rights: nothing is fetched, links lead nowhere, and the colours are those
 * asked for, whatever the reader's own are.
 */
function framedMail(html: string, scheme: MailScheme): string {
  const guards =
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
    // A frame that may open no window does nothing when a link asks for one.
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

/** A mail as its reader sees it, as wide as there is room. */
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
