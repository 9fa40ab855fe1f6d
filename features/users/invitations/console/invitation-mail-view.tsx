import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailFrame } from '@quaff/platform/console/display/mail/mail-frame'
import { Panel } from '@quaff/platform/console/display/panel'
import { usersApi } from '../../console/user-queries'
import { inviteInputOf, type InviteForm } from './invite-form'

const typingPauseMs = 300

/** The mail itself, as the server writes it. */
export function InvitationMailView({ values }: { values: InviteForm }) {
  const [newVenueName] = useDebouncedValue(values.newVenueName, typingPauseMs)
  const { role, merchantIds, newVenueName: venue } = inviteInputOf({ ...values, newVenueName })
  const { data, isError, refetch } = useQuery(
    usersApi.previewInvitation.queryOptions({
      input: { role, merchantIds, newVenueName: venue === '' ? undefined : venue },
      placeholderData: keepPreviousData,
    }),
  )
  const to = values.email.trim()
  return (
    <Panel
      title="Email preview"
      titleExtra={to !== '' && <span className="q-caption q-truncate">{`To ${to}`}</span>}
      flush
      loading={!data && !isError}
      error={isError ? 'Couldn’t show the email.' : undefined}
      onRetry={() => void refetch()}
    >
      {data && <MailFrame title={data.subject} html={data.html} height={480} />}
    </Panel>
  )
}
