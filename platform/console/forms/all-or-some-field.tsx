import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { Segmented } from '../controls/segmented'

const options = [
  { value: 'all', label: 'All' },
  { value: 'some', label: 'Only these' },
] as const

type AllOrSome = (typeof options)[number]['value']
type AllOrSomeFieldProps = {
  label: string
  value: AllOrSome
  onChange: (value: AllOrSome) => void
  /** Where some are chosen. */
  children: ReactNode
}

export function AllOrSomeField({ label, value, onChange, children }: AllOrSomeFieldProps) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className="q-stack-tight">
        <div className="q-row">
          <Segmented label={label} value={value} options={options} onChange={onChange} />
        </div>
        {value === 'some' && children}
      </div>
    </Input.Wrapper>
  )
}
