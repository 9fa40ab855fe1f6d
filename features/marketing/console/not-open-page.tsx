import { SiteLayout } from './layout/site-layout'

interface NotOpenPageProps {
  path: string
  title: string
}

/** A public address that exists and says honestly that there is nothing to do on it so far. */
export function NotOpenPage({ path, title }: NotOpenPageProps) {
  return (
    <SiteLayout path={path}>
      <section className="sec">
        <div className="wrap">
          <h1>{title}</h1>
          <p className="lede">This page is not open yet.</p>
          <p className="after">
            <a className="more" href="/">
              Go to the home page
            </a>
          </p>
        </div>
      </section>
    </SiteLayout>
  )
}
