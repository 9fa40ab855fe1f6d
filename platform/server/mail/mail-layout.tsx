import type { ReactNode } from 'react'
import { product } from '@quaff/platform/shared/product'

/** Mail programs read neither style sheets nor variables: colours and sizes stand in the elements. */
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
  },
  name: { margin: '0 0 24px', fontSize: 20, fontWeight: 700 },
  foot: { maxWidth: 560, margin: '16px auto 0', padding: '0 32px', fontSize: 13, lineHeight: 1.5, color: '#5b6169' },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    borderRadius: 8,
    backgroundColor: '#1f2328',
    color: '#ffffff',
    fontWeight: 700,
    textDecoration: 'none',
  },
  address: { fontSize: 13, color: '#5b6169', overflowWrap: 'anywhere' },
  code: { margin: '16px 0', fontSize: 32, fontWeight: 700, letterSpacing: 6 },
} as const

/** For programs that read style sheets and have a dark look: the colours above, the other way round. */
const darkStyle = `@media (prefers-color-scheme: dark) {
.m-page { background-color: #16181c !important; color: #e8e6e1 !important }
.m-card { background-color: #22252a !important }
.m-card *, .m-foot { color: #e8e6e1 !important }
.m-card a { color: #9ec1ff !important }
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
        <div className="m-card" style={styles.card}>
          <p style={styles.name}>{product.name}</p>
          {children}
        </div>
        <p className="m-foot" style={styles.foot}>
          Sent by {product.name}.{isWarning ? '' : ' If you did not expect this mail, you can ignore it.'}
        </p>
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

export function MailCode({ code }: { code: string }) {
  return <p style={styles.code}>{code}</p>
}
