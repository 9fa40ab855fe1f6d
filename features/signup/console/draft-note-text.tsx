import { canStore } from '@quaff/platform/console/local-store'

/** Some browsers keep nothing: then nothing is promised. */
export function DraftNote() {
  return canStore() ? <p className="saved">Draft saved on this device</p> : <NothingKeptNote />
}

export function NothingKeptNote({ id }: { id?: string }) {
  return (
    <p className="err" id={id} role="alert">
      Your browser blocks site data, so you can’t apply here. Allow it, then reload the page.
    </p>
  )
}
