import { IconCopy, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import type { LocationRights } from './use-location-actions'

type Facts = Pick<LocationRights, 'changeReason' | 'addReason'>

const change = (_row: unknown, { changeReason }: Facts): May =>
  changeReason === undefined ? true : { because: changeReason, onlyButton: true }

/** A menu holds only what its reader may do. */
export const locationCommands = defineCommands<{ id: string; name: string }, Facts>()('location', ({ name }) => name, {
  edit: { label: 'Edit', icon: IconPencil, keys: 'e', may: change },
  duplicate: {
    label: 'Duplicate',
    icon: IconCopy,
    keys: 'd',
    words: 'copy',
    may: (row, facts) =>
      facts.addReason === undefined || facts.changeReason !== undefined
        ? change(row, facts)
        : { because: facts.addReason },
  },
  print: { label: 'Print counter kit', icon: IconPrinter, words: 'poster table code', may: () => true },
  delete: { label: 'Delete', icon: IconTrash, danger: true, asks: true, words: 'remove', may: change },
})
export type LocationAction = keyof typeof locationCommands.commands
