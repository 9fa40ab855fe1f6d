import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { isolated } from '@quaff/platform/shared/readable-text'
import { singleSignOnPaths } from '../single-sign-on/contract'
import { signInApi } from './sign-in-queries'
import classes from './sign-in.module.css'

/** Before the form’s fields, where a provider is set up. A full address: the console has no such page, the server leads on from it. */
export function SingleSignOnLink({ from, onGo }: { from: string | undefined; onGo?: () => void }) {
  const { data } = useQuery(signInApi.singleSignOn.queryOptions())
  if (!data) return null
  const search = from === undefined ? '' : `?${new URLSearchParams({ from })}`
  return (
    <div className={classes.choice}>
      <ButtonLink to={`${window.location.origin}${singleSignOnPaths.start}${search}`} fullWidth onClick={onGo}>
        Continue with {isolated(data.name)}
      </ButtonLink>
      <p className={`q-caption ${classes.or}`}>or</p>
    </div>
  )
}
