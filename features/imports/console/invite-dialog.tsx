import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '@quaff/platform/console/display/figure-text'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { ErrorState } from '@quaff/platform/console/list/list-states'
import type { ImportDetails, ImportedTeam } from '../contract'
import { ActionDialog, useSensitiveAction } from './action-dialog'
import { importsApi } from './imports-queries'

/** Sends the first emails of an import, and shows their number before. */
export function InviteDialog({ run, onClose }: { run: ImportDetails; onClose: () => void }) {
  const [withPassword, setWithPassword] = useState(false)
  const team = useQuery(importsApi.team.queryOptions({ input: { runId: run.id }, staleTime: 0 }))
  const action = useSensitiveAction(async () => {
    let invited = 0
    for (let left = true; left;) {
      const answer = await importsApi.invite.call({ runId: run.id, withPassword })
      invited += answer.invited
      left = answer.left
    }
    notifySuccess(`${counted(invited, 'person', 'people')} invited`)
    onClose()
  })
  const count = team.data ? team.data.without + (withPassword ? team.data.with : 0) : 0
  return (
    <ActionDialog
      action={action}
      title="Invite the team"
      description="Send each imported team member one invitation. No one is emailed twice."
      button={count === 0 ? 'Invite' : `Invite ${counted(count, 'person', 'people')}`}
      disabled={count === 0}
      onClose={onClose}
    >
      {team.isPending && <SkeletonText lines={3} />}
      {team.isError && <ErrorState what="the team" onRetry={() => void team.refetch()} />}
      {team.data && (
        <>
          <p role="status">{teamText(team.data)}</p>
          {team.data.with > 0 && (
            <Checkbox
              label={`Also invite ${counted(team.data.with, 'person', 'people')} with an imported password`}
              description="They can already sign in with their old password."
              checked={withPassword}
              onChange={(event) => setWithPassword(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}

function teamText({ without, invited, unreachable }: ImportedTeam): string {
  const sentences = [
    without === 0
      ? 'Everyone has been invited.'
      : `${counted(without, 'person gets', 'people get')} a link to set a password.`,
    invited > 0 && `${counted(invited, 'person', 'people')} already invited.`,
    unreachable > 0 && `${counted(unreachable, 'person has', 'people have')} no email address.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
