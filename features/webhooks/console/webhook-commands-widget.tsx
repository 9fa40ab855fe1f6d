import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { defineCommands } from '@quaff/platform/console/frame/command'
import type { Endpoint } from '../contract'
import { hostOf } from './webhook-status-meta'

const whileEnabled = ({ state }: Endpoint) => state !== 'disabled' || null

export const webhookCommands = defineCommands<Endpoint>()('endpoint', (endpoint) => hostOf(endpoint), {
  test: { label: 'Send test event', short: 'Test', icon: IconSend, keywords: 'try ping', may: whileEnabled },
  replay: {
    label: 'Replay failed',
    icon: IconRepeat,
    keywords: 'again resend retry',
    opensDialog: true,
    may: (endpoint) => (endpoint.failed > 0 && whileEnabled(endpoint)) || null,
  },
  edit: { label: 'Edit', icon: IconPencil, keywords: 'change address events', opensDialog: true, may: () => true },
  rotate: {
    label: 'Rotate secret',
    short: 'Rotate',
    icon: IconRefresh,
    keywords: 'renew',
    opensDialog: true,
    may: () => true,
  },
  disable: {
    label: 'Disable',
    icon: IconPlayerPause,
    keywords: 'stop pause off',
    opensDialog: true,
    may: whileEnabled,
  },
  enable: {
    label: 'Enable',
    icon: IconPlayerPlay,
    keywords: 'start on',
    opensDialog: true,
    may: ({ state }) => state === 'disabled' || null,
  },
  remove: { label: 'Delete', icon: IconTrash, keywords: 'remove', danger: true, opensDialog: true, may: () => true },
})
export type WebhookAction = keyof typeof webhookCommands.commands
export type StartWebhookAction = (action: WebhookAction, endpoint: Endpoint) => void
