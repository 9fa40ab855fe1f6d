import { RecentFormDialog, useRecentChange } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Endpoint } from '../contract'
import { hostOf } from './webhook-status-meta'
import { webhooksApi } from './webhooks-queries'

type Switch = 'disable' | 'enable' | 'remove'
const actionTexts = {
  disable: {
    verb: 'Disable',
    text: 'No new events are sent while it’s disabled. Waiting events go out when you enable it again.',
    done: 'Endpoint disabled',
    failed: 'Couldn’t disable the endpoint',
  },
  enable: {
    verb: 'Enable',
    text: 'It receives new events and those that were waiting.',
    done: 'Endpoint enabled',
    failed: 'Couldn’t enable the endpoint',
  },
  remove: {
    verb: 'Delete',
    text: 'This permanently deletes the endpoint, its delivery log and its secret.',
    done: 'Endpoint deleted',
    failed: 'Couldn’t delete the endpoint',
  },
} as const satisfies Record<Switch, object>

export function SwitchDialog({ action, opened, onClose }: { action: Switch; opened: Endpoint; onClose: () => void }) {
  const { verb, text, done, failed } = actionTexts[action]
  const change = useRecentChange<unknown>({
    key: webhooksApi.key(),
    call: () => {
      const endpoint = { endpointId: opened.id, version: opened.version }
      if (action === 'remove') return webhooksApi.remove.call(endpoint)
      return webhooksApi.setEnabled.call({ ...endpoint, enabled: action === 'enable' })
    },
    onDone: () => {
      notifySuccess(done, hostOf(opened))
      onClose()
    },
  })
  return (
    <RecentFormDialog
      title={`${verb} ${hostOf(opened)}?`}
      description={text}
      change={change}
      confirm={`Confirm and ${verb.toLowerCase()}`}
      onClose={onClose}
      failed={failed}
      button={`${verb} endpoint`}
      danger={action === 'remove'}
    />
  )
}
