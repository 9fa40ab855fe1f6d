import type { ReactNode } from 'react'
import { product } from '@quaff/platform/shared/product'
import { slotMark } from '../rules'
import { type CupName, CupSprite } from './cup-view'
import { WithSupport } from './slot-text'
import { StoreBadges } from './store-badges'
import { WordmarkView } from './wordmark-view'

interface SiteLayoutProps {
  path: string
  cups?: readonly CupName[]
  mainClass?: string
  children: ReactNode
}

export function SiteLayout({ path, cups = [], mainClass, children }: SiteLayoutProps) {
  return (
    <>
      {cups.length > 0 && <CupSprite cups={cups} />}
      <a className="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader path={path} />
      <main id="main" className={mainClass} tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}

/** Spec §2: a Download anchor and "Become a Merchant". */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="hdr">
      <div className="wrap">
        <a className="logo" href="/">
          <WordmarkView />
        </a>
        <nav aria-label="Main">
          <a className="nav" href={path === '/' ? '#download' : '/#download'}>
            Download
          </a>
          <a className="nav nav--line" href="/partners" aria-current={currentOf(path)}>
            Become a Merchant
          </a>
        </nav>
      </div>
    </header>
  )
}

/** The pages of applying belong to the merchants' page. */
function currentOf(path: string): 'page' | 'true' | undefined {
  if (path === '/partners') return 'page'
  return path.startsWith('/partners/') ? 'true' : undefined
}

/** Spec §2: four links, app-store badges, copyright with the current year. */
export function SiteFooter() {
  return (
    <footer className="ftr">
      <div className="wrap">
        <div className="top">
          <div>
            <a className="logo" href="/">
              <WordmarkView />
            </a>
            <nav aria-label="Footer">
              <a href="/partners">For Merchants</a>
              <a href="/privacy">Privacy</a>
              <WithSupport>
                <a href={supportLink}>Support</a>
              </WithSupport>
              <a href="/auth/login">Merchant Login</a>
            </nav>
          </div>
          <StoreBadges />
        </div>
        <p className="copy">{`© ${slotMark('year')} ${product.name}`}</p>
      </div>
    </footer>
  )
}

export const supportLink = slotMark('supportLink')
