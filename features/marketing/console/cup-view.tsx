import { coldDrinks } from './cold-cups-view'
import { hotDrinks } from './hot-cups-view'

const drinks = { ...hotDrinks, ...coldDrinks }
export type CupName = keyof typeof drinks

/** The drawings of a page, once: every cup on it points here. */
export function CupSprite({ cups }: { cups: readonly CupName[] }) {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden focusable="false">
      <defs>
        {cups.map((name) => {
          const Drink = drinks[name]
          return (
            <symbol key={name} id={`cup-${name}`} viewBox="0 0 100 100">
              <Drink />
            </symbol>
          )
        })}
      </defs>
    </svg>
  )
}

/** Inside another drawing. */
export function PlacedCup({ name, x, y, size }: { name: CupName; x: number; y: number; size: number }) {
  return <use href={`#cup-${name}`} x={x} y={y} width={size} height={size} />
}

/** On its own, as large as its style says. */
export function CupView({ name }: { name: CupName }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden>
      <use href={`#cup-${name}`} />
    </svg>
  )
}
