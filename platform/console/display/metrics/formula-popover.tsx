import { Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Glyph } from '../../theme/glyph'
import classes from './metric-tiles.module.css'

export function FormulaPopover({ label, formula }: { label: string; formula: string }) {
  return (
    <Popover width={260} position="bottom-start" withinPortal trapFocus={false} returnFocus>
      <Popover.Target>
        <button type="button" className={classes.info} aria-label={`How ${label} is counted`}>
          <Glyph icon={IconInfoCircle} size={14} stroke={1.75} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.formula}>{formula}</Popover.Dropdown>
    </Popover>
  )
}
