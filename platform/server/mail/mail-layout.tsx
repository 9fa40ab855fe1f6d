import type { ReactNode } from 'react'
import { product } from '@quaff/platform/shared/product'
import { mailAddress } from '@quaff/platform/shared/safe-address'

/** A name or an address without a blank would make the mail wider than a phone; older programs know the second only. */
const longWords = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

/** Mail programs read neither style sheets nor variables nor newer elements: looks stand in the elements, roles in divs. */
const styles = {
  page: {
    margin: 0,
    padding: '24px 12px',
    backgroundColor: '#f6f5f2',
    color: '#1f2328',
    fontFamily: 'Arial, Helvetica, sans-serif',
  },
  card: {
    maxWidth: 560,
    margin: '0 auto',
    padding: 32,
    backgroundColor: '#ffffff',
    borderRadius: 12,
    fontSize: 16,
    lineHeight: 1.5,
    ...longWords,
  },
  name: { margin: '0 0 24px', fontSize: 20, fontWeight: 700 },
  foot: {
    maxWidth: 560,
    margin: '16px auto 0',
    padding: '0 32px',
    fontSize: 13,
    lineHeight: 1.5,
    color: '#5b6169',
    ...longWords,
  },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: 8,
    backgroundColor: '#1f2328',
    color: '#ffffff',
    fontWeight: 700,
    textDecoration: 'none',
  },
  address: { fontSize: 13, color: '#5b6169' },
  plainLink: { color: '#1f2328' },
  code: { margin: '16px 0', fontSize: 32, fontWeight: 700, letterSpacing: 6 },
} as const

/** For programs that read style sheets and have a dark look: the colours above, the other way round. */
const darkStyle = `@media (prefers-color-scheme: dark) {
.m-page { background-color: #16181c !important; color: #e8e6e1 !important }
.m-card { background-color: #22252a !important }
.m-card *, .m-foot { color: #e8e6e1 !important }
.m-card a, .m-foot a { color: #9ec1ff !important }
.m-card a.m-button { background-color: #e8e6e1 !important; color: #16181c !important }
}`

type MailLayoutProps = { subject: string; children: ReactNode; isWarning?: boolean }

/** A warning must not be ignored by whoever did not expect it. */
export function MailLayout({ subject, children, isWarning = false }: MailLayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style>{darkStyle}</style>
      </head>
      <body className="m-page" style={styles.page}>
        <div role="main" className="m-card" style={styles.card}>
          <h1 style={styles.name}>{product.name}</h1>
          {children}
        </div>
        <div role="contentinfo">
          <p className="m-foot" style={styles.foot}>
            Sent by {product.name}.{isWarning ? '' : ' If you did not expect this mail, you can ignore it.'}
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
      <p style={styles.address}>{href}</p>
    </>
  )
}

/** Several lines that a person wrote, `lead` before the first: text, whatever looks like mark-up. */
export function MailLines({ lead = '', text }: { lead?: string; text: string }) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.map((line, index) => <p key={index}>{index === 0 ? `${lead}${line}` : line}</p>)
}

/** The last line; it says too where nobody has named an address. */
export function MailSupport({ address }: { address: string | null }) {
  if (address === null)
    return (
      <p className="m-foot" style={styles.foot}>
        {noSupport}
      </p>
    )
  return (
    <p className="m-foot" style={styles.foot}>
      Questions? Write to{' '}
      <a href={mailAddress(address)} style={styles.plainLink}>
        {address}
      </a>
      .
    </p>
  )
}

export const noSupport = 'There is no address for questions yet.'

export function MailCode({ code }: { code: string }) {
  return <p style={styles.code}>{code}</p>
}
