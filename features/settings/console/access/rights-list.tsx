import { IconCheck, IconLock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NoMatchState } from '@quaff/platform/console/list/list-states'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { findRights, rightGroups, whoMay, type RightGroup } from '../../access/rules'
import { permissionAreas } from './permission-areas'
import classes from './rights.module.css'

const placeholder = 'Search what you may do'
const groups = rightGroups(permissionAreas)

export function RightsList({ role }: { role: string }) {
  const [query, setQuery] = useState('')
  const shown = findRights(groups, query)
  return (
    <div className="q-stack">
      <ListToolbar find={{ placeholder, label: placeholder, q: query, onChange: setQuery }} />
      {shown.length === 0 && <NoMatchState query={query} onClear={() => setQuery('')} />}
      <div className={classes.groups}>
        {shown.map((group) => (
          <Group key={group.area} group={group} role={role} />
        ))}
      </div>
    </div>
  )
}

function Group({ group, role }: { group: RightGroup; role: string }) {
  const titleId = useId()
  const { mine, owners, others } = whoMay(group.rights, role)
  return (
    <section className={classes.group} aria-labelledby={titleId}>
      <h2 id={titleId} className="q-h3">
        {group.area}
      </h2>
      {mine.length > 0 && (
        <ul aria-label="You may">
          {mine.map(({ action, words }) => (
            <li key={action} className={classes.mine}>
              <Glyph icon={IconCheck} />
              {words}
            </li>
          ))}
        </ul>
      )}
      <Others title="Ask an owner" rights={owners} />
      <Others title="Ask an administrator" rights={others} />
    </section>
  )
}

/** Run in, so that what one may do oneself stands out. */
function Others({ title, rights }: { title: string; rights: RightGroup['rights'] }) {
  if (rights.length === 0) return null
  return (
    <div className={classes.others}>
      <Glyph icon={IconLock} />
      <div>
        <b className="q-strong">{title}</b>
        <ul aria-label={title}>
          {rights.map(({ action, words }) => (
            <li key={action}>{words}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
