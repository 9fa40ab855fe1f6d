import { onTestFinished, vi } from 'vitest'

interface Behaviour {
  create?: () => Promise<object>
  get?: (requested: CredentialRequestOptions) => Promise<object>
  /** True if passkeys are offered in the email field. */
  inField?: boolean
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const credential = (response: object) => ({
  id: 'a2V5',
  rawId: bytes('key'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('client data'), ...response },
})

export const createdInBrowser = credential({ attestationObject: bytes('made'), getTransports: () => ['internal'] })
export const usedInBrowser = credential({
  authenticatorData: bytes('data'),
  signature: bytes('signed'),
  userHandle: bytes('usr_1'),
})
/** The request body as the server expects it. */
const asSent = (response: object) => ({
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  response: { clientDataJSON: 'Y2xpZW50IGRhdGE', ...response },
})
export const createdAsSent = asSent({ attestationObject: 'bWFkZQ', transports: ['internal'] })
export const usedAsSent = asSent({ authenticatorData: 'ZGF0YQ', signature: 'c2lnbmVk', userHandle: 'dXNyXzE' })

export const closedByPerson = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))
const never = (requested: CredentialRequestOptions) =>
  new Promise<object>((_, reject) => {
    requested.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
  })

/** A browser that knows passkeys, until the test is over. */
export function withBrowserPasskeys({ create, get = never, inField = false }: Behaviour = {}) {
  const requested: CredentialRequestOptions[] = []
  class Known {
    static isConditionalMediationAvailable = async () => inField
  }
  vi.stubGlobal('PublicKeyCredential', Known)
  const before = Object.getOwnPropertyDescriptor(navigator, 'credentials')
  const credentials = {
    create: create ?? closedByPerson,
    get(options: CredentialRequestOptions) {
      requested.push(options)
      return get(options)
    },
  }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (before) Object.defineProperty(navigator, 'credentials', before)
    else Reflect.deleteProperty(navigator, 'credentials')
  })
  return { requested, inField: () => requested.filter(({ mediation }) => mediation === 'conditional') }
}
