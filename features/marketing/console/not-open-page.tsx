import { AppLink } from '@quaff/platform/console/frame/app-link'
import classes from './marketing.module.css'

/** A public address that exists and says honestly that there is nothing to do on it so far. */
export function NotOpenPage({ title }: { title: string }) {
  return (
    <section className={classes.plain}>
      <div className={classes.wrap}>
        <h1 className={classes.subtitle}>{title}</h1>
        <p className={classes.text}>This page is not open yet.</p>
        <AppLink className="q-link" to="/">
          Go to the home page
        </AppLink>
      </div>
    </section>
  )
}
