import { canStore } from '@quaff/platform/console/local-store'

/** Some browsers keep nothing: then nothing is promised. */
export function DraftNote() {
  return canStore() ? <p className="saved">Draft saved on this device</p> : <NothingKeptNote />
}

export function NothingKeptNote({ id }: { id?: string }) {
  return (
    <p className="err" id={id} role="alert">
      This browser keeps nothing for this page, so the application cannot be sent from here. Allow it to store site
      data, then load the page again.
    </p>
  )
}
