import { createContext } from 'react'
import { tabStore } from '../tab-store'

type Go = () => void

export interface ChangedForm {
  /** Asks about the form's text, and runs `go` once the text may be lost. */
  ask: (go: Go) => void
  letPageGo: Go
}

/** The forms with unsaved text, in the order in which they were changed. The last one is on top. */
export const changedForms: ChangedForm[] = []

export const hasChangedForm = () => changedForms.length > 0

/** Runs `go` immediately, or after the person has discarded the text of each changed form. Navigation asks by itself. */
export function leaveForms(go: Go): void {
  const form = changedForms.at(-1)
  if (form) form.ask(() => leaveForms(go))
  else go()
}

/** Lets the tab be closed, or another site be opened, without a question: the forms keep their text in the tab. */
export function letPageGo(): void {
  for (const form of changedForms) form.letPageGo()
}

export const draftPrefix = 'draft.'

/** The user id under which this tab reads and writes drafts; without one it keeps none. */
export const DraftOwner = createContext<string | undefined>(undefined)

/** Removes the drafts of everyone from this tab, at a sign-out. */
export const dropDrafts = () => tabStore.removeAll(draftPrefix)
