import { IconCopy, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { defineCommands, type May } from '@quaff/platform/console/frame/command'
import type { LocationRights } from './use-location-actions'

type Details = Pick<LocationRights, 'changeReason' | 'addReason'>

const change = (_row: unknown, { changeReason }: Details): May =>
  changeReason === undefined ? true : { disabledReason: changeReason, onlyButton: true }

/** A menu holds only what its reader may do. */
export const locationCommands = defineCommands<{ id: string; name: string }, Details>()(
  'location',
  ({ name }) => name,
  {
    edit: { label: 'Edit', icon: IconPencil, keys: 'e', may: change },
    duplicate: {
      label: 'Duplicate',
      icon: IconCopy,
      keys: 'd',
      keywords: 'copy',
      may: (row, details) =>
        details.addReason === undefined || details.changeReason !== undefined
          ? change(row, details)
          : { disabledReason: details.addReason },
    },
    print: { label: 'Print counter kit', icon: IconPrinter, keywords: 'poster table code', may: () => true },
    delete: { label: 'Delete', icon: IconTrash, danger: true, opensDialog: true, keywords: 'remove', may: change },
  },
)
export type LocationAction = keyof typeof locationCommands.commands
