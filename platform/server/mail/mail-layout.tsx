import type { ReactNode } from 'react'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { product } from '@quaff/platform/shared/product'
import { mailAddress } from '@quaff/platform/shared/safe-address'

/**
 * A long name or address without spaces would make the email wider than a phone. Older programs know only the second
 * property.
 */
const longWords = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

const fontFamily = "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** The console's tokens, each for a light and a dark page. */
const light = {
  page: '#fbfaf8',
  card: '#ffffff',
  line: '#e9e5df',
  ink: '#1f1d1a',
  quiet: '#6b645b',
  brand: '#1f6f5c',
  onBrand: '#ffffff',
}
const dark: typeof light = {
  page: '#141311',
  card: '#1c1a18',
  line: '#2b2825',
  ink: '#f2eee8',
  quiet: '#a09990',
  brand: '#73bea7',
  onBrand: '#0b2019',
}

/** Email programs ignore style sheets, variables and new elements, so styles are inline and roles are on divs. */
const styles = {
  page: { margin: 0, padding: '32px 12px', backgroundColor: light.page, color: light.ink, fontFamily },
  card: {
    maxWidth: 496,
    margin: '0 auto',
    padding: '32px 32px 16px',
    backgroundColor: light.card,
    border: `1px solid ${light.line}`,
    borderRadius: 12,
    fontSize: 16,
    lineHeight: 1.5,
    ...longWords,
  },
  name: { margin: '0 0 24px', fontSize: 18, lineHeight: '32px', fontWeight: 600, letterSpacing: '-0.02em' },
  /** The mark, in boxes: of drawings most programs show only those that lie elsewhere, and ask before they fetch them. */
  mark: {
    display: 'inline-block',
    width: 32,
    height: 24,
    paddingTop: 8,
    marginRight: 10,
    borderRadius: 8,
    backgroundColor: light.brand,
    lineHeight: 0,
    textAlign: 'center',
    verticalAlign: 'top',
  },
  glass: {
    display: 'inline-block',
    width: 10,
    height: 0,
    borderTop: `16px solid ${light.onBrand}`,
    borderLeft: '2px solid transparent',
    borderRight: '2px solid transparent',
  },
  foot: {
    maxWidth: 496,
    margin: '16px auto 0',
    padding: '0 32px',
    fontSize: 13,
    lineHeight: 1.5,
    color: light.quiet,
    ...longWords,
  },
  button: {
    display: 'inline-block',
    padding: '10px 20px',
    borderRadius: 8,
    backgroundColor: light.brand,
    color: light.onBrand,
    fontWeight: 600,
    textDecoration: 'none',
  },
  code: {
    margin: '16px 0',
    padding: '12px 0 12px 8px',
    border: `1px solid ${light.line}`,
    borderRadius: 8,
    backgroundColor: light.page,
    fontSize: 32,
    fontWeight: 600,
    letterSpacing: 8,
    textAlign: 'center',
  },
} as const

/** Shared styles of single emails. Each has a class for dark mode. */
export const emailStyles = {
  link: { className: 'm-link', style: { color: light.brand } },
  quiet: { className: 'm-quiet', style: { fontSize: 13, color: light.quiet, ...longWords } },
} as const

/** Used by email programs with style sheets and dark mode. */
const styleSheet = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.m-page { background-color: ${dark.page} !important; color: ${dark.ink} !important }
.m-card { background-color: ${dark.card} !important; border-color: ${dark.line} !important }
.m-code { background-color: ${dark.page} !important; border-color: ${dark.line} !important }
.m-foot, .m-quiet { color: ${dark.quiet} !important }
.m-link { color: ${dark.brand} !important }
.m-button, .m-mark { background-color: ${dark.brand} !important; color: ${dark.onBrand} !important }
.m-glass { border-top-color: ${dark.onBrand} !important }
}`

type MailLayoutProps = { subject: string; children: ReactNode; isWarning?: boolean }

/** Marks an email that its recipient must not ignore. */
export function MailLayout({ subject, children, isWarning = false }: MailLayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </head>
      <body className="m-page" style={styles.page}>
        <div role="main" className="m-card" style={styles.card}>
          <h1 style={styles.name}>
            <span className="m-mark" style={styles.mark} aria-hidden>
              <span className="m-glass" style={styles.glass} />
            </span>
            {product.name}
          </h1>
          {children}
        </div>
        <div role="contentinfo">
          <p className="m-foot" style={styles.foot}>
            Sent by {product.name}.{isWarning ? '' : ' Didn’t expect this email? You can ignore it.'}
          </p>
        </div>
      </body>
    </html>
  )
}

/** A button, and below it the address for programs and people that do not follow buttons. */
export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <>
      <p>
        <a href={href} className="m-button" style={styles.button}>
          {children}
        </a>
      </p>
      <p {...emailStyles.quiet}>{href}</p>
    </>
  )
}

/** Renders each line that a person wrote as plain text, `lead` before the first. */
export function MailLines({ lead = '', text }: { lead?: string; text: string }) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.map((line, index) => <p key={index}>{index === 0 ? `${lead}${line}` : line}</p>)
}

export function MailSupport({ address }: { address: string }) {
  return (
    <p className="m-foot" style={styles.foot}>
      Questions? Email{' '}
      <a href={mailAddress(address)} {...emailStyles.link}>
        {readableEmail(address)}
      </a>
      .
    </p>
  )
}

export function MailCode({ code }: { code: string }) {
  return (
    <p className="m-code" style={styles.code}>
      {code}
    </p>
  )
}
