import { product } from '@quaff/platform/shared/product'
import { slotMark } from '../rules'
import { WithSupport } from './slot-text'
import { StoreBadges } from './store-badges'
import { WordmarkView } from './wordmark-view'

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
