import { fieldFacts, fieldName } from '../building/console/field-changes'
import type { FormVersionRecord } from '../building/contract'
import classes from './versions.module.css'

/** Every question with its words, to be read and not to be changed. */
export function VersionQuestions({ version: { fields, intro, successText } }: { version: FormVersionRecord }) {
  return (
    <div className="q-stack">
      {intro !== '' && <Words title="Introduction" text={intro} />}
      <ol className={classes.questions} aria-label="Questions">
        {fields.map((field) => (
          <li key={field.id}>
            <p className={`q-strong ${classes.text}`}>{fieldName(field)}</p>
            <p className={`q-caption ${classes.text}`}>{fieldFacts(field, fields)}</p>
            {field.help !== '' && <p className={`q-secondary ${classes.text}`}>{field.help}</p>}
            {field.options.length > 0 && <p className={classes.text}>{field.options.join('\n')}</p>}
          </li>
        ))}
      </ol>
      {successText !== '' && <Words title="Confirmation message" text={successText} />}
    </div>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <section className="q-stack-tight" aria-label={title}>
      <h3 className="q-h3">{title}</h3>
      <p className={classes.text}>{text}</p>
    </section>
  )
}
