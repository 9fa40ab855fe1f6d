import { Modal } from '@mantine/core'
import { CommandList, type CommandListProps } from './palette/command-list'
import classes from './command-palette.module.css'

type CommandPaletteProps = CommandListProps & { opened: boolean; onClose: () => void }

export function CommandPalette({ opened, onClose, placeholder, ...list }: CommandPaletteProps) {
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
        <CommandList {...list} placeholder={placeholder} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}
