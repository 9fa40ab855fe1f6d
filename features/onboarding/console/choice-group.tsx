import { ChoiceCard } from '@quaff/platform/console/controls/choice-card'
import classes from './onboarding.module.css'

interface ChoiceGroupProps {
  name: string
  legend: string
  value: boolean
  /** Each with what it means for the people who hold a pass. */
  yes: { title: string; text: string }
  no: { title: string; text: string }
  disabled: boolean
  onChoose: (value: boolean) => void
}

export function ChoiceGroup({ name, legend, value, yes, no, disabled, onChoose }: ChoiceGroupProps) {
  const shared = { name, onSelect: (chosen: string) => onChoose(chosen === 'yes') }
  return (
    <fieldset disabled={disabled}>
      <legend className="q-h3">{legend}</legend>
      <div className={classes.choices}>
        <ChoiceCard {...shared} value="yes" checked={value} title={yes.title} description={yes.text} />
        <ChoiceCard {...shared} value="no" checked={!value} title={no.title} description={no.text} />
      </div>
    </fieldset>
  )
}
