const optOuts = ['data-1p-ignore', 'data-lpignore', 'data-bwignore']

/** Keeps password managers and the browser away. The default of each input. */
export const unmanaged = {
  autoComplete: 'off',
  'data-form-type': 'other',
  ...Object.fromEntries(optOuts.map((name) => [name, 'true'])),
}

/** An input of a search. Managers take a nameless one before a password for the user name. */
export const searchInput = { ...unmanaged, type: 'search', name: 'q' } as const

type Token = 'username' | 'username webauthn' | 'current-password' | 'new-password' | 'one-time-code'

/** An input that password managers fill. Null removes what `unmanaged` sets. */
export const managed = (autoComplete: Token) => ({
  ...Object.fromEntries(Object.keys(unmanaged).map((name) => [name, null])),
  autoComplete,
})
