import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Popover } from '../controls/popover'
import { Glyph } from '../theme/glyph'
import classes from './metric-tiles.module.css'

export function FormulaPopover({ label, formula }: { label: string; formula: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={260}
      position="bottom-start"
      className={classes.formula}
      target={
        <button
          type="button"
          className={classes.info}
          aria-label={`How ${label} is counted`}
          onClick={() => setOpened(!opened)}
        >
          <Glyph icon={IconInfoCircle} size={14} stroke={1.75} />
        </button>
      }
    >
      {formula}
    </Popover>
  )
}
