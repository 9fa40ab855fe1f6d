import { useState } from 'react'
import type { FormField } from '../../fields/contract'
import { PreviewForm } from './preview-form'
import classes from './preview.module.css'

interface PreviewPanelProps {
  name: string
  intro: string
  successText: string
  fields: readonly FormField[]
}

/** The form as somebody sees it on a phone: it can be filled in, and nothing leaves this page. */
export function PreviewPanel(props: PreviewPanelProps) {
  const [round, setRound] = useState(0)
  return (
    <section className={classes.panel} aria-label="Preview">
      <div className="q-row">
        <h2 className="q-h3">Preview</h2>
        <span className="q-caption q-end">Try it. Nothing is sent.</span>
      </div>
      <div className={classes.phone}>
        <div className={classes.screen} role="region" aria-label="Form on a phone" tabIndex={0}>
          <PreviewForm key={round} {...props} onAgain={() => setRound(round + 1)} />
        </div>
      </div>
    </section>
  )
}
