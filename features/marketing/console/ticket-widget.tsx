import { WordmarkView } from './wordmark-view'

export function Ticket({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <div className="ticket">
      <BarcodeView />
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export type Bar = readonly [x: number, width: number]

export function Bars({ bars, y, height, fill }: { bars: readonly Bar[]; y: number; height: number; fill?: string }) {
  return (
    <g fill={fill}>
      {bars.map(([x, width]) => (
        <rect key={x} x={x} y={y} width={width} height={height} />
      ))}
    </g>
  )
}

const bars: readonly Bar[] = [
  [0, 15.5],
  [23.2, 7.7],
  [38.7, 10.3],
  [59.4, 7.7],
  [77.4, 5.2],
  [92.9, 7.7],
  [108.4, 7.7],
  [121.3, 7.7],
  [139.4, 5.2],
  [149.7, 10.3],
  [165.2, 7.7],
  [183.2, 5.2],
  [198.7, 15.5],
  [224.5, 15.5],
  [247.7, 5.2],
  [258.1, 10.3],
  [273.5, 5.2],
  [283.9, 10.3],
  [299.4, 5.2],
  [309.7, 5.2],
]

function BarcodeView() {
  return (
    <svg className="bc" viewBox="0 0 320 48" preserveAspectRatio="none" aria-hidden>
      <Bars bars={bars} y={0} height={48} />
    </svg>
  )
}

export function PassCard() {
  return (
    <div className="pass" aria-hidden>
      <div className="row">
        <WordmarkView liquid="#FFFFFF" silent />
        <span className="ok">Ready today</span>
      </div>
      <div className="big">1 a day</div>
      <BarcodeView />
    </div>
  )
}
