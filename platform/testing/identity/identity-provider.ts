import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

type ProviderClaims = { email?: string; email_verified?: boolean; xms_edov?: unknown }

export type TestIdentityProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Claims by name. For other names, the name is the verified address. */
  people: Map<string, ProviderClaims>
  close(): Promise<void>
}

type Options = {
  /** The console's URL. */
  baseUrl: string
  /** Takes its posts to the console; over the network when left out. */
  deliver?: (url: string, init: RequestInit) => Promise<Response>
}

const client = { id: 'quaff-console', secret: 'a-secret-of-the-provider-for-tests' }

/** Starts the real package on loopback; its page requests only a name. */
export async function startIdentityProvider(options: Options): Promise<TestIdentityProvider> {
  const people = new Map<string, ProviderClaims>()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = openProvider(issuer, people, options)
  const callback = provider.callback()
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void (request.url?.startsWith('/interaction/')
      ? interact(provider, request, response)
      : callback(request, response))
  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    people,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function openProvider(issuer: string, people: Map<string, ProviderClaims>, options: Options): Provider {
  const { baseUrl, deliver = (url, init) => fetch(url, init) } = options
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${baseUrl}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${baseUrl}/auth/login`],
        backchannel_logout_uri: `${baseUrl}/auth/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['tests only'] },
    claims: { email: ['email', 'email_verified', 'xms_edov'] },
    pkce: { required: () => true },
    fetch: (url, init) => deliver(url instanceof Request ? url.url : url.toString(), init ?? {}),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        postLogoutSuccessSource: (ctx) => {
          ctx.body = page('<p>Signed out of the company.</p>')
        },
        logoutSource: (ctx, form) => {
          ctx.body = page(
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of the company</button>`,
          )
        },
      },
    },
    ttl: { AccessToken: 300, Grant: 3_600, IdToken: 300, Interaction: 3_600, Session: 3_600 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...(people.get(accountId) ?? { email: accountId, email_verified: true }) }),
    }),
    // Grants consent without asking.
    async loadExistingGrant({ oidc }) {
      const { session, client: asking } = oidc
      if (!session?.accountId || !asking) return undefined
      const known = session.grantIdFor(asking.clientId)
      if (known) return provider.Grant.find(known)
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  return provider
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html')
    response.end(
      page(`<form method="post"><label>Company name <input name="name"></label>
        <button name="do" value="sign-in">Enter the company</button><button name="do" value="stop">Stop</button></form>`),
    )
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const given = new URLSearchParams(Buffer.concat(chunks).toString())
  const result =
    given.get('do') === 'stop'
      ? { error: 'access_denied', error_description: 'The person stopped' }
      : { login: { accountId: given.get('name') ?? '' } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>The company</title><link rel="icon" href="data:,"></head><body><main><h1>The company</h1>${body}</main></body></html>`
