import { BarcodeView } from './barcode-view'

/** A receipt in the colours of the pass. */
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
