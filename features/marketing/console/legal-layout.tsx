import { termsText, termsWording } from '../legal-contract'
import { SiteLayout } from './site-layout-widget'

export type LegalSection = { id: string; title: string; paragraphs: readonly string[]; list?: readonly string[] }

interface LegalLayoutProps {
  path: string
  title: string
  /** Terms link to privacy, and privacy to terms. */
  other: { path: string; title: string }
  summary: string
  sections: readonly LegalSection[]
}

export function LegalLayout({ path, title, other, summary, sections }: LegalLayoutProps) {
  return (
    <SiteLayout path={path} mainClass="wrap legal">
      <div className="head">
        <h1>{title}</h1>
        <div className="meta">
          <span>
            {`${termsText(termsWording.number)}, `}
            <time dateTime={termsWording.day}>{termsWording.dayText}</time>
          </span>
          <a href={other.path}>{other.title}</a>
          <button className="btn btn--quiet needs-js noprint" type="button" data-print>
            Print
          </button>
        </div>
      </div>
      <nav className="toc" aria-label="Contents">
        <b>Contents</b>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="doc">
        <div className="plain">
          <p>
            <strong>In short:</strong> {summary}
          </p>
        </div>
        {sections.map(({ id, title: heading, paragraphs, list = [] }) => (
          <section key={id} id={id}>
            <h2>{heading}</h2>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {list.length > 0 && (
              <ul>
                {list.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        <p className="small">Draft. Subject to legal review.</p>
      </div>
    </SiteLayout>
  )
}
