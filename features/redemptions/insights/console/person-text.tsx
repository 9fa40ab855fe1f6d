import { AppLink } from '@quaff/platform/console/frame/app-link'

/** Links to the user for administrators. Other roles see only the masked name. */
export function PersonText({ name, userId }: { name: string | null; userId: string | null }) {
  const shown = name ?? 'Unnamed subscriber'
  if (userId === null) return <b className="q-strong">{shown}</b>
  return (
    <AppLink to={`/users?id=${encodeURIComponent(userId)}`} className="q-link">
      {shown}
    </AppLink>
  )
}
