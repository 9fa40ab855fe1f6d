import { AppLink } from '../../frame/app-link'
import type { PlotPoint } from './plot'
import type { Scale } from './scale'
import classes from './plot.module.css'

interface PlotSlotProps {
  point: PlotPoint
  label: string
  scale: Scale
  /** Else the value is a point of a line that is drawn elsewhere. */
  isBar: boolean
  /** Where the Tab key comes in. */
  isEntry: boolean
  onShow: () => void
  onEnter: () => void
  onLeave: () => void
}

/** All of the height over one value, so that it is easily pointed at. */
export function PlotSlot({ point, label, scale, isBar, isEntry, onShow, onEnter, onLeave }: PlotSlotProps) {
  const { value, before, below, to } = point
  const zero = scale.at(0)
  /** Of its own side of the line of zero. */
  const upTo = (amount: number) => `${((scale.at(amount) - zero) / (1 - zero)) * 100}%`
  const downTo = (amount: number) => `${((zero - scale.at(-amount)) / zero) * 100}%`
  const shared = { isEntry, onFocus: onEnter, onBlur: onLeave }
  return (
    <span className={classes.slot} data-state={point.state ?? 'closed'} onMouseEnter={onShow}>
      <Target {...shared} label={label} to={value > 0 ? to : undefined}>
        {isBar && before && <span className={classes.before} style={{ height: upTo(before.value) }} />}
        {isBar && <span className={classes.column} data-empty={value === 0} style={{ height: upTo(value) }} />}
      </Target>
      {below && (
        <Target {...shared} isEntry={false} label={below.label} to={below.to} isBelow>
          <span className={classes.column} data-empty={below.value === 0} style={{ height: downTo(below.value) }} />
        </Target>
      )}
    </span>
  )
}

interface TargetProps {
  label: string
  to: string | undefined
  isEntry: boolean
  isBelow?: boolean
  onFocus: () => void
  onBlur: () => void
  children: React.ReactNode
}

function Target({ label, to, isEntry, isBelow = false, ...rest }: TargetProps) {
  const common = {
    className: classes.target,
    'aria-label': label,
    'data-value': '',
    'data-below': isBelow,
    tabIndex: isEntry ? 0 : -1,
    ...rest,
  }
  // A picture with a value, not a control: narrow bars need not be as wide as a finger.
  return to === undefined ? <span role="img" {...common} /> : <AppLink to={to} {...common} />
}
