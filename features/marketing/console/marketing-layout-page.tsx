import '@fontsource-variable/bricolage-grotesque/wght.css'
import { AppLink, useCurrentPath } from '@quaff/platform/console/frame/app-link'
import { now } from '@quaff/platform/console/clock'
import { product } from '@quaff/platform/shared/product'
import type { ReactNode } from 'react'
import { DownloadLink } from './download-link'
import classes from './marketing.module.css'
import { StoreBadgesView } from './store-badges-view'
import { WordmarkView } from './wordmark-view'

const supportAddress = `mailto:support@${product.slug}.example`

function Header() {
  const path = useCurrentPath()
  return (
    <header className={classes.header}>
      <div className={`${classes.wrap} ${classes.headerRow}`}>
        <AppLink className={classes.logo} to="/">
          <WordmarkView />
        </AppLink>
        <nav className={classes.headerNav} aria-label="Main">
          <DownloadLink className={classes.headerLink}>Download</DownloadLink>
          <AppLink
            className={classes.headerLink}
            data-outlined="true"
            to="/partners"
            aria-current={path === '/partners' ? 'page' : undefined}
          >
            Become a Merchant
          </AppLink>
        </nav>
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.wrap}>
        <div className={classes.footerTop}>
          <div>
            <AppLink className={classes.logo} to="/">
              <WordmarkView />
            </AppLink>
            <nav className={classes.footerNav} aria-label="Footer">
              <AppLink to="/partners">For Merchants</AppLink>
              <AppLink to="/privacy">Privacy</AppLink>
              <AppLink to={supportAddress}>Support</AppLink>
              <AppLink to="/auth/login">Merchant Login</AppLink>
            </nav>
          </div>
          <StoreBadgesView look="line" />
        </div>
        <p className={classes.copyright}>
          © {now().getFullYear()} {product.name}
        </p>
      </div>
    </footer>
  )
}

export function MarketingLayoutPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.site}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
