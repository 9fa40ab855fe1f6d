export interface Scale {
  /** The round figures at the axis, evenly apart, lowest first. */
  ticks: readonly number[]
  /** Where a value stands: 0 at the lowest tick, 1 at the highest. */
  at: (value: number) => number
}

interface ScaleOptions {
  /** At most so many steps between two ticks. */
  steps: number
  /** Of counts: nobody is half a person. */
  isWhole?: boolean
  /** 'near': a level begins near its lowest value, else its changes cannot be seen; sums always begin at 0. */
  from?: 'zero' | 'near'
}

/** An axis with round figures: steps of 1, 2 or 5 times a power of ten. */
export function scaleOf(values: readonly number[], { steps, isWhole = false, from = 'zero' }: ScaleOptions): Scale {
  const most = Math.max(0, ...values)
  const least = Math.min(most, ...values)
  const base = from === 'near' && least > most / 2 && least < most ? least : Math.min(0, least)
  const [first, last, step] = roundSpan(base, most, steps, isWhole ? 1 : 0)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step))
  return { ticks, at: (value) => (value / step - first) / (last - first) }
}

/** The smallest round step that needs no more than `steps` of them, and between which two multiples of it all lies. */
function roundSpan(low: number, high: number, steps: number, leastStep: number): [number, number, number] {
  const rough = Math.max((high - low) / steps, leastStep, high > low ? Number.MIN_VALUE : 1 / steps)
  const power = Math.floor(Math.log10(rough))
  const candidates = [1, 2, 5, 10, 20].map((factor) => tidy(factor * 10 ** power))
  const spanOf = (step: number) => [Math.floor(tidy(low / step)), Math.ceil(tidy(high / step)), step] as const
  const fitting = candidates.filter((step) => step >= leastStep).map(spanOf)
  const [first, last, step] = fitting.find(([from, to]) => to - from <= steps) ?? [0, 1, Math.max(high, 1)]
  return [first, Math.max(last, first + 1), step]
}

/** Without the dust of binary fractions: 0.30000000000000004 is no round figure. */
const tidy = (value: number) => Number(value.toPrecision(12))
