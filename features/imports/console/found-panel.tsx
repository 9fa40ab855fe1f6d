import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { KeyValue, Notice, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { ImportDetails } from '../contract'
import { leftOutText, passwordText } from '../report-rules'
import { sizeText } from './import-status-pill'
import classes from './imports.module.css'

export function FoundPanel({ run }: { run: ImportDetails }) {
  const { sources, lacks, others, passwords, administrators, choice, money, ids } = run
  if (sources.length === 0) return null
  const hasPeople = passwords !== null && passwords.kept + passwords.missing + (passwords.unreachable ?? 0) > 0
  return (
    <Panel title="Found in the files">
      <div className="q-stack">
        {lacks.length > 0 && (
          <Notice tone="danger" title="Data is missing">
            <Lines lines={lacks} />
          </Notice>
        )}
        {passwords && passwords.kept > 0 && !passwords.canBeChecked && (
          <Notice tone="warn" title="Password hash settings are missing">
            Without them old passwords won’t work. Upload the settings, or add them to the folder.
          </Notice>
        )}
        <KeyValue
          items={[
            ...sources.map(({ label, files, bytes }) => ({
              label,
              value: `${counted(files, 'file')}, ${sizeText(bytes)}`,
            })),
            ...(hasPeople ? [{ label: 'Passwords', value: passwordText(passwords) }] : []),
            ...(administrators.length > 0
              ? [{ label: 'Administrators in the old system', value: <AdministratorNames people={administrators} /> }]
              : []),
            ...(choice && choice.leftOut.length > 0 ? [{ label: 'Left out', value: leftOutText(choice.leftOut) }] : []),
            ...(ids.length > 0 ? [{ label: 'IDs', value: <Lines lines={ids} /> }] : []),
            ...(money.length > 0 ? [{ label: 'Amounts', value: <Lines lines={money} /> }] : []),
            ...(others.length > 0
              ? [
                  {
                    label: 'Kept, not used',
                    value: others.map(({ collection, read }) => `${collection} (${formatCount(read)})`).join(', '),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Panel>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Shows the names of people who exist here, and the old ids of all others. */
export function AdministratorNames({ people }: { people: ImportDetails['administrators'] }) {
  return people.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {name === null ? (
        <code>{id}</code>
      ) : (
        <AppLink className="q-link" to={`/users?id=${encodeURIComponent(id)}`}>
          {name}
        </AppLink>
      )}
    </span>
  ))
}
