import { BarcodeView } from './barcode-view'
import { WordmarkView } from './wordmark-view'

/** The pass in the guest's app; a picture only. */
export function PassCard() {
  return (
    <div className="pass" aria-hidden>
      <div className="row">
        <WordmarkView liquid="#FFFFFF" silent />
        <span className="ok">Ready today</span>
      </div>
      <div className="big">1 a day</div>
      <BarcodeView />
    </div>
  )
}
