import { allRights, rightLabels, rightsOf } from './role-words'
import classes from './roles.module.css'

type Rights = { role: string; merchantIds: readonly string[] }

function changeText(before: boolean, after: boolean): string {
  if (before === after) return 'Stays'
  return after ? 'Gained' : 'Lost'
}

/** The eight permissions before and after, from the table that the server grants them by. */
export function RightsChangeTable({ before, after }: { before: Rights; after: Rights }) {
  const had = rightsOf(before.role, before.merchantIds)
  const gets = rightsOf(after.role, after.merchantIds)
  const word = (granted: boolean) => (granted ? 'Yes' : 'No')
  return (
    <table className={classes.rights}>
      <caption className="q-h3">Permissions</caption>
      <thead>
        <tr>
          <th scope="col">Right</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {allRights.map((right) => (
          <tr key={right} data-changed={had.has(right) !== gets.has(right)}>
            <th scope="row">{rightLabels[right]}</th>
            <td>{word(had.has(right))}</td>
            <td>{word(gets.has(right))}</td>
            <td>{changeText(had.has(right), gets.has(right))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
