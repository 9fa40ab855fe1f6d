import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Services } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { CreatedCredential, UsedCredential } from '../passkeys/contract'
import { beginPasskeySignIn } from '../passkeys/server/check-passkey'
import { passkeys } from '../server/tables'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Values that a test may forge. */
type Details = {
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  /** True if the user was verified. */
  isVerified?: boolean
  isSynced?: boolean
  aaguid?: string
  userId?: string
}

const present = 0x01
const verified = 0x04
const mayBeSynced = 0x08
const synced = 0x10
const withKey = 0x40

/** An authenticator in a few lines: an ES256 key that signs what a browser would have it sign. */
export class SoftwareAuthenticator {
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly credentialId = randomBytes(32).toString('base64url')
  counter = 0

  constructor(
    private readonly userId: string,
    private readonly details: Details = {},
  ) {}

  /** Returns what `navigator.credentials.create` returns. */
  create(challenge: string, said: Details = {}): CreatedCredential {
    const details = { ...this.details, ...said }
    const id = Buffer.from(this.credentialId, 'base64url')
    const aaguid = bytes((details.aaguid ?? '00000000-0000-0000-0000-000000000000').replaceAll('-', ''))
    const key = Buffer.from(this.publicKey, 'base64url')
    const authData = Buffer.concat([this.authData(details, withKey), aaguid, lengthOf(id), id, key])
    return this.answer({
      clientDataJSON: clientData('webauthn.create', challenge, details),
      // CBOR of { fmt: 'none', attStmt: {}, authData }
      attestationObject: Buffer.concat([
        bytes('a363666d74646e6f6e656761747453746d74a0686175746844617461'),
        bytes('59'),
        lengthOf(authData),
        authData,
      ]).toString('base64url'),
      transports: ['internal', 'hybrid'],
    })
  }

  /** Returns what `navigator.credentials.get` returns. The counter changes only if requested. */
  use(challenge: string, said: Details = {}): UsedCredential {
    const details = { ...this.details, ...said }
    const authData = this.authData(details)
    const clientDataJSON = clientData('webauthn.get', challenge, details)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.answer({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.pair.privateKey).toString('base64url'),
      userHandle: Buffer.from(details.userId ?? this.userId).toString('base64url'),
    })
  }

  /** The COSE key: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y } in CBOR. */
  get publicKey(): string {
    const { x = '', y = '' } = this.pair.publicKey.export({ format: 'jwk' })
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    return Buffer.concat([bytes('a5010203262001215820'), left, bytes('225820'), right]).toString('base64url')
  }

  private answer<Response>(response: Response) {
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key' as const, response }
  }

  private authData(details: Details, extra = 0): Buffer {
    const requested = details.isVerified === false ? 0 : verified
    const backup = details.isSynced === true ? mayBeSynced | synced : 0
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(details.counter ?? this.counter)
    return Buffer.concat([
      sha256(details.rpId ?? 'localhost'),
      Buffer.from([present | requested | backup | extra]),
      counter,
    ])
  }
}

const lengthOf = (of: Buffer) => bytes(of.length.toString(16).padStart(4, '0'))

const clientData = (type: string, challenge: string, { origin = 'http://localhost:3000', ...details }: Details) =>
  Buffer.from(JSON.stringify({ type: details.type ?? type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  )

/** A passkey of the person, and what signs with it. */
export async function insertPasskey(services: Services, userId: string, { name = 'Work laptop', counter = 0 } = {}) {
  const authenticator = new SoftwareAuthenticator(userId)
  const id = services.ids.newId('pky')
  const { credentialId, publicKey } = authenticator
  const createdAt = services.clock.now()
  await services.db
    .insert(passkeys)
    .values({ id, userId, credentialId, publicKey, counter, isSynced: false, name, createdAt })
  return { id, authenticator }
}

/** The request of the sign-in page after the user's consent. */
export async function signedByPasskey(services: Services, authenticator: SoftwareAuthenticator, said: Details = {}) {
  const { challenge } = await beginPasskeySignIn(contextAs(services))
  return { challenge, credential: authenticator.use(challenge, said) }
}
