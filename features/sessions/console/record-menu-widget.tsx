import type { ComponentProps } from 'react'
import { RowMenu } from '@quaff/platform/console/frame/command'
import { useCommandContext, type CommandContext } from './session-widget'

type RecordMenuProps<Name extends string, Row extends { id: string }> = Omit<
  ComponentProps<typeof RowMenu<Name, Row, CommandContext>>,
  'details'
>

export function RecordMenu<Name extends string, Row extends { id: string }>(props: RecordMenuProps<Name, Row>) {
  return <RowMenu {...props} details={useCommandContext()} />
}
