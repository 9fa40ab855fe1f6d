import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { product } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import { mailAddress } from '@quaff/platform/shared/safe-address'

/**
 * A long name or address without spaces would make the email wider than a phone. Older programs know only the second
 * property.
 */
const longWords = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

const cardWidth = 496

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

/**
 * Gmail drops style sheets in some apps and Outlook.com rewrites them, so styles are inline. Outlook for Windows knows
 * widths, colors and space of tables only.
 */
const styles = {
  body: { margin: 0, padding: 0, backgroundColor: light.page, color: light.ink },
  page: { padding: '32px 12px', backgroundColor: light.page, color: light.ink, fontFamily },
  frame: { width: '100%', maxWidth: cardWidth, margin: '0 auto', textAlign: 'left' },
  card: {
    padding: '32px 32px 16px',
    backgroundColor: light.card,
    border: `1px solid ${light.line}`,
    borderRadius: 12,
    color: light.ink,
    fontFamily,
    fontSize: 16,
    lineHeight: 1.5,
    ...longWords,
  },
  name: { margin: '0 0 24px', fontSize: 18, lineHeight: '32px', fontWeight: 600, letterSpacing: '-0.02em' },
  /** The mark, in boxes: of drawings most programs show only those that lie elsewhere, and ask before they fetch them. */
  mark: {
    display: 'inline-block',
    width: 32,
    height: 26,
    paddingTop: 6,
    marginRight: 10,
    borderRadius: 8,
    backgroundColor: light.brand,
    lineHeight: 0,
    textAlign: 'center',
    verticalAlign: 'top',
  },
  ring: {
    display: 'inline-block',
    width: 10,
    height: 10,
    border: `5px solid ${light.onBrand}`,
    borderRadius: 10,
    backgroundColor: '#e8a143',
  },
  foot: {
    margin: '16px 0 0',
    padding: '0 32px',
    fontFamily,
    fontSize: 13,
    lineHeight: 1.5,
    color: light.quiet,
    ...longWords,
  },
  /** The border keeps the shape if a program takes the background away. */
  buttonBox: {
    border: `1px solid ${light.brand}`,
    borderRadius: 8,
    backgroundColor: light.brand,
    msoPaddingAlt: '10px 20px',
  },
  button: {
    display: 'inline-block',
    padding: '10px 20px',
    borderRadius: 8,
    backgroundColor: light.brand,
    color: light.onBrand,
    fontFamily,
    fontSize: 16,
    lineHeight: 1.5,
    fontWeight: 600,
    textDecoration: 'none',
    msoPaddingAlt: 0,
  },
  code: {
    margin: '16px 0',
    padding: '12px 0 12px 8px',
    border: `1px solid ${light.line}`,
    borderRadius: 8,
    backgroundColor: light.page,
    color: light.ink,
    fontFamily,
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

const darkColors: [part: string, color: string | null, background: string | null, border?: string][] = [
  ['page', dark.ink, dark.page],
  ['card', dark.ink, dark.card, dark.line],
  ['code', dark.ink, dark.page, dark.line],
  ['foot', dark.quiet, null],
  ['quiet', dark.quiet, null],
  ['link', dark.brand, null],
  ['box', null, dark.brand, dark.brand],
  ['button', dark.onBrand, dark.brand],
  ['mark', null, dark.brand],
]

/** Used by programs that know the reader's scheme, such as Apple Mail. */
const darkSheet = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
${darkColors.map(([part, color, background, border]) => `.m-${part} {${declare({ color, background, border })} }`).join('\n')}
.m-ring { border-color: ${dark.onBrand} !important }
}`

/**
 * Outlook.com and Outlook on phones invert colors by themselves. They mark an element whose text or background they
 * changed, and the changed color is ours again.
 */
const outlookSheet = darkColors
  .flatMap(([part, color, background, border]) => [
    ...(color === null ? [] : [`${changed('ogsc', part)} {${declare({ color })} }`]),
    ...(background === null ? [] : [`${changed('ogsb', part)} {${declare({ background, border })} }`]),
  ])
  .join('\n')

function changed(mark: 'ogsc' | 'ogsb', part: string) {
  return `[data-${mark}] .m-${part}, .m-${part}[data-${mark}]`
}

function declare(colors: { color?: string | null; background?: string | null; border?: string | undefined }) {
  const declared = { color: colors.color, 'background-color': colors.background, 'border-color': colors.border }
  return Object.entries(declared)
    .map(([property, value]) => (value ? ` ${property}: ${value} !important;` : ''))
    .join('')
}

type MailLayoutProps = { subject: string; children: ReactNode; isWarning?: boolean }

/** Marks an email that its recipient must not ignore. */
export function MailLayout({ subject, children, isWarning = false }: MailLayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkSheet}</style>
        {/* On its own: a program that doesn't know these selectors may drop the whole sheet. */}
        <style>{outlookSheet}</style>
      </head>
      <body className="m-page" style={styles.body}>
        <Table width="100%" cell={{ className: 'm-page', align: 'center', style: styles.page }}>
          <Table width={cardWidth} style={styles.frame} cell={{ className: 'm-card', style: styles.card }}>
            <div role="main">
              <h1 style={styles.name}>
                <span className="m-mark" style={styles.mark} aria-hidden>
                  <span className="m-ring" style={styles.ring} />
                </span>
                {product.name}
              </h1>
              {children}
            </div>
          </Table>
          <Table width={cardWidth} style={styles.frame}>
            <div role="contentinfo">
              <p className="m-foot" style={styles.foot}>
                Sent by {product.name}.{isWarning ? '' : ' Didn’t expect this email? You can ignore it.'}
              </p>
            </div>
          </Table>
        </Table>
      </body>
    </html>
  )
}

type TableProps = { children: ReactNode; width?: number | '100%'; style?: CSSProperties; cell?: ComponentProps<'td'> }

/** A table of one cell, which no reader hears. */
function Table({ children, width, style, cell }: TableProps) {
  return (
    <table role="presentation" border={0} cellPadding={0} cellSpacing={0} width={width} style={style}>
      <tbody>
        <tr>
          <td {...cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** A button, and below it the address for programs and people that do not follow buttons. */
export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <>
      <Table cell={{ className: 'm-box', align: 'center', style: styles.buttonBox }}>
        <a href={href} className="m-button" style={styles.button}>
          {children}
        </a>
      </Table>
      <p {...emailStyles.quiet}>{href}</p>
    </>
  )
}

/** Renders each line that a person wrote as plain text, `lead` before the first. */
export function MailLines({ lead = '', text }: { lead?: string; text: string }) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.map((line, index) => <p key={index}>{index === 0 ? `${lead}${isolated(line)}` : isolated(line)}</p>)
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

/** "March 12, 2026 at 1:00 PM (Europe/Berlin)": the reader's own zone is not known, so the zone is named. */
export function momentText(moment: Date, timeZone: string): string {
  return `${plainly({ dateStyle: 'long', timeStyle: 'short', timeZone }, moment)} (${timeZone})`
}

/** "1:00:05 PM GMT+1", for what happens several times in an hour. */
export const secondText = (moment: Date, timeZone: string) => plainly({ timeStyle: 'long', timeZone }, moment)

/** Some email programs cannot show the narrow no-break space before AM and PM. */
const plainly = (options: Intl.DateTimeFormatOptions, moment: Date) =>
  new Intl.DateTimeFormat('en', options).format(moment).replaceAll('\u202F', ' ')
