import { AppLink } from '@quaff/platform/console/frame/app-link'
import classes from './marketing.module.css'

export function PartnersPage() {
  return (
    <section className={classes.hero}>
      <div className={classes.wrap}>
        <h1 className={classes.title}>Pour for people who come every day.</h1>
        <p className={classes.lede}>
          Sell passes for your drinks, scan them at the counter, and see in one place who comes back.
        </p>
        <AppLink className={classes.action} to="/partners/signup">
          Become a Merchant
        </AppLink>
      </div>
    </section>
  )
}
