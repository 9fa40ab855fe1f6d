import { IconBan, IconRefresh } from '@tabler/icons-react'
import { defineCommands } from '@quaff/platform/console/frame/command'
import type { ApiKey } from '../contract'
import { isWorking } from '../rules'

type Key = Pick<ApiKey, 'id' | 'name' | 'state'>

const whileWorking = ({ state }: Key) => isWorking(state) || null

/** Ended keys can only be viewed. */
export const keyCommands = defineCommands<Key>()('key', ({ name }) => name, {
  rotate: {
    label: 'Rotate secrets',
    short: 'Rotate',
    icon: IconRefresh,
    keywords: 'renew secret',
    opensDialog: true,
    may: whileWorking,
  },
  revoke: { label: 'Revoke', icon: IconBan, keywords: 'end block', danger: true, opensDialog: true, may: whileWorking },
})
export type KeyAction = keyof typeof keyCommands.commands
export type StartKeyAction = (action: KeyAction, key: ApiKey) => void
