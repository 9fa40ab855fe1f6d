import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { ImportDetails } from '../contract'

/** By name where they are here already, else by the id that they have in the old system. */
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
