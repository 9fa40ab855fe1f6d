/** Invented: no real address, link or code. */
export const exampleMessages = {
  venue: 'Example Café',
  person: 'Ada Example',
  list: 'Example Café, Old Town',
  form: 'Partner form',
  reason: 'We couldn’t find your address.\nPlease correct it and apply again.',
  reference: 'QF-EXAMPLE',
  code: '123456',
} as const

export type ExampleMessages = Readonly<Record<keyof typeof exampleMessages, string>>
