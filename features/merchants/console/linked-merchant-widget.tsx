import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePreviewEnd } from '@quaff/features/sessions/console/preview-banner-widget'
import {
  useMerchantSelection,
  usePreview,
  useSession,
  useSessionUser,
} from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { AuthCard } from '@quaff/platform/console/frame/auth-card'
import { FullPageLoader } from '@quaff/platform/console/frame/error-page'
import { isMissing } from '@quaff/platform/console/query-client'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import { merchantsApi } from './merchant-queries-widget'

interface LinkedMerchantProps {
  merchantId: string
  onSelected: () => void
}

/** Selects the merchant of an email’s link before its page is rendered, or says why it can’t be opened. */
export function LinkedMerchant(props: LinkedMerchantProps) {
  const { confirmed } = useSession()
  const preview = usePreview()
  // The session of the last visit may lack a merchant that was assigned since.
  if (!confirmed) return <Loading />
  if (preview && preview.merchantId !== props.merchantId) return <Previewing name={preview.merchantName} />
  return <Selecting {...props} />
}

/** A preview has its merchant only, and can’t read the name of another. */
function Previewing({ name }: { name: string }) {
  const { ending, endPreview } = usePreviewEnd()
  return (
    <AuthCard title={`You’re previewing ${isolated(name)}`} subtitle="This link is for another merchant.">
      <p>Exit the preview to open it.</p>
      <Button variant="primary" fullWidth loading={ending} onClick={() => void endPreview({ stay: true })}>
        Exit preview
      </Button>
      <ButtonLink to="/dashboard" fullWidth>
        Continue preview
      </ButtonLink>
    </AuthCard>
  )
}

function Selecting({ merchantId, onSelected }: LinkedMerchantProps) {
  const { permissions, email } = useSessionUser()
  const { current, selectMerchant } = useMerchantSelection()
  const isSelected = current?.id === merchantId
  const mayView = permissions.canViewAllMerchants || permissions.canViewMerchantIds.includes(merchantId)
  const { data, error, refetch } = useQuery({
    ...merchantsApi.get.queryOptions({ input: { merchantId } }),
    enabled: mayView && !isSelected,
  })
  useEffect(() => {
    if (isSelected) onSelected()
    else if (data) selectMerchant({ id: data.id, name: data.name, logoUrl: data.logoUrl, timeZone: data.timeZone })
  }, [isSelected, data, selectMerchant, onSelected])

  if (!isSelected && (!mayView || isMissing(error)))
    return (
      <AuthCard title="No access" subtitle="This link is for a merchant that your account can’t open.">
        <p>You’re signed in as {readableEmail(email)}. Use the account that got the email.</p>
        <ButtonLink to="/dashboard" fullWidth>
          Go to dashboard
        </ButtonLink>
      </AuthCard>
    )
  if (error)
    return (
      <AuthCard title="Couldn’t load this merchant">
        <Button icon={IconRefresh} fullWidth onClick={() => void refetch()}>
          Retry
        </Button>
      </AuthCard>
    )
  return <Loading />
}

const Loading = () => <FullPageLoader text="Loading your dashboard..." />
