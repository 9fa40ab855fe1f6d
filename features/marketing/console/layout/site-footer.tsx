import { product } from '@quaff/platform/shared/product'
import { noSupportId, slotMark } from '../../pages/rules'
import { SlotChoiceText } from './slot-text'
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
              <SlotChoiceText
                slot="supportAddress"
                known={<a href={supportLink}>Support</a>}
                otherwise={<span id={noSupportId}>Support has no address yet</span>}
              />
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
