import { useLayoutEffect, useRef } from 'react'
import { estimateRanges, type EstimateFacts } from '../estimate/contract'

interface RangeFieldProps {
  name: keyof EstimateFacts
  label: string
  value: number
  /** The value as it is read. */
  text: string
  onChange: (value: number) => void
}

export function RangeField({ name, label, value, text, onChange }: RangeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { min, max, step } = estimateRanges[name]
  const percent = (100 * (value - min)) / (max - min)
  // A style attribute in the prerendered page would be against its content policy.
  useLayoutEffect(() => input.current?.style.setProperty('--v', String(percent)), [percent])
  return (
    <div className="f">
      <label htmlFor={name}>
        {label}
        {/* The slider says its value itself. */}
        <output htmlFor={name} aria-live="off">
          {text}
        </output>
      </label>
      <input
        ref={input}
        type="range"
        id={name}
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}
