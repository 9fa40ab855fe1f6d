import { DownloadLink } from './download-link'
import classes from './marketing.module.css'
import { StoreBadgesView } from './store-badges-view'

export function HomePage() {
  return (
    <>
      <section className={classes.hero}>
        <div className={classes.wrap}>
          <h1 className={classes.title}>Your daily cup is already paid for.</h1>
          <p className={classes.lede}>
            Pick a pass from a place that pours what you like. Show its barcode at the counter once a day, and take your
            coffee, tea or juice with you.
          </p>
          <DownloadLink className={classes.action}>Get the app</DownloadLink>
        </div>
      </section>
      <section className={classes.download} id="download" aria-labelledby="download-title">
        <div className={classes.wrap}>
          <h2 className={classes.subtitle} id="download-title">
            Tomorrow’s cup starts here.
          </h2>
          <p className={classes.text}>Get the app, find a pass near you, and have the first drink today.</p>
          <StoreBadgesView look="solid" />
        </div>
      </section>
    </>
  )
}
