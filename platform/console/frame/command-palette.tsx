import { Modal } from '@mantine/core'
import { useAfterFrame } from '../controls/deferred'
import { CommandList, type CommandListProps } from './command-list'
import classes from './command-palette.module.css'

/** More than its list has room for, on phones as well. */
const FIRST_OPTIONS = 14

type CommandPaletteProps = CommandListProps & { opened: boolean; onClose: () => void }

export function CommandPalette({ opened, onClose, placeholder, ...list }: CommandPaletteProps) {
  // Most options are out of sight: the palette does not wait for them.
  const isDrawn = useAfterFrame()
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered={false}
      yOffset="12vh"
      size={560}
      radius="xl"
      classNames={{ content: classes.content, overlay: classes.overlay }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={placeholder}>
        <CommandList
          {...list}
          placeholder={placeholder}
          onClose={onClose}
          drawn={isDrawn ? undefined : FIRST_OPTIONS}
        />
      </Modal.Content>
    </Modal.Root>
  )
}
