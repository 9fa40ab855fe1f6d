import { useRouter } from '@tanstack/react-router'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { leaveForms } from '@quaff/platform/console/forms/changed-forms'
import { notifyError } from '@quaff/platform/console/frame/notify'

/** Signs out; the next sign-in starts at the setup again. */
export function useLeave() {
  const { signOut } = useSession()
  const router = useRouter({ warn: false })
  const leave = async () => {
    try {
      if (!(await signOut())) return
    } catch {
      notifyError('Failed to sign out')
      return
    }
    await router?.navigate({ to: '/auth/login', replace: true })
  }
  return () => leaveForms(() => void leave())
}
