import { useEffect, useRef } from 'react'
import classes from './select-box.module.css'

interface SelectBoxProps {
  label: string
  checked: boolean
  indeterminate?: boolean
  /** `range` is true for a Shift-click. */
  onToggle: (range: boolean) => void
}

export function SelectBox({ label, checked, indeterminate = false, onToggle }: SelectBoxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={classes.label}>
      <input
        ref={ref}
        type="checkbox"
        className={classes.checkbox}
        aria-label={label}
        checked={checked}
        onChange={(event) => onToggle('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
      />
    </label>
  )
}
