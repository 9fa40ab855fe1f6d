import { IconSearch } from '@tabler/icons-react'
import { IconButton } from '../controls/button'
import { Glyph } from '../theme/glyph'
import { shownKeys } from './shortcut-keys'
import classes from './shell.module.css'

interface SearchTriggerProps {
  onOpen: () => void
  /** It is likely to be pressed next. */
  onIntent: () => void
}

/** The top bar's way into the command palette: a box on wide screens, an icon on phones. */
export function SearchTrigger({ onOpen, onIntent }: SearchTriggerProps) {
  return (
    <>
      <button
        type="button"
        className={`${classes.command} q-not-phone`}
        onClick={onOpen}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Glyph icon={IconSearch} />
        Search or jump to…
        <kbd className="q-kbd">{shownKeys('mod+k').join(' ')}</kbd>
      </button>
      <IconButton
        className="q-phone-only"
        icon={IconSearch}
        iconSize={20}
        label="Search"
        onClick={onOpen}
        onPointerEnter={onIntent}
      />
    </>
  )
}
