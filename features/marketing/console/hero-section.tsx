import { GetAppLink } from './get-app-link'
import { MonthView } from './month-view'
import { PassCard } from './pass-card'

export function HeroSection() {
  return (
    <section className="hero">
      <div className="wrap in">
        <div>
          <h1>Your daily cup is already paid for.</h1>
          <p className="lede">
            Pick a pass from a place that pours what you like. Show its barcode at the counter once a day, and take your
            coffee, tea or juice with you.
          </p>
          <div className="act">
            <GetAppLink />
            <a className="more" href="#how">
              How it works
            </a>
          </div>
        </div>
        <div className="month">
          <MonthView />
          <PassCard />
        </div>
      </div>
    </section>
  )
}
