import { BarcodeView } from './barcode-view'

interface TicketProps {
  rows: readonly (readonly [name: string, value: string])[]
}

/** A receipt in the colours of the pass. */
export function Ticket({ rows }: TicketProps) {
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
