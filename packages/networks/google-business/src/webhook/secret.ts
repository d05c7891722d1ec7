import {
  ConfigError,
  type JsonObject,
  parseJson,
  type RawData,
  refuseUnknownNames,
  type WebhookSecret,
} from '@social/core/platform'

/** Secret for webhook requests. `googleKeys()` keeps it current. */
export interface PushSecret {
  /** Google's public keys, as JSON Web Keys. */
  readonly keys: readonly JsonObject[]
  /**
   * Audience of the push subscription. Google's default is the URL of the subscription's endpoint.
   */
  readonly audience: string
  /** E-mail address of the service account of the subscription. */
  readonly serviceAccount: string
}

function wrong(what: string): ConfigError {
  return new ConfigError(
    `The secret of google_business has ${what}. The format is { keys: [public keys], audience, serviceAccount }; googleKeys({ audience, serviceAccount }) of @social/google-business keeps it current.`,
    { platform: 'google_business' },
  )
}

function toObject(secret: WebhookSecret): RawData {
  if (typeof secret !== 'string') {
    if (Array.isArray(secret)) throw wrong('several values')
    return secret as RawData // neither text nor a list
  }
  try {
    const read: unknown = parseJson(secret)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as RawData // safe cast: `read` is an object, and its properties are read by name only
  } catch {
    // The error is thrown below, without the text, because the text may be secret.
  }
  throw wrong('text that is not a JSON object')
}

function isSet(keys: unknown): keys is { readonly keys: unknown } {
  return typeof keys === 'object' && keys !== null && !Array.isArray(keys) && 'keys' in keys
}

function keysOf(keys: unknown): readonly JsonObject[] {
  // Google's response with the keys is accepted unchanged, in addition to the list of keys.
  const list: unknown = isSet(keys) ? keys.keys : keys
  if (!Array.isArray(list) || list.length === 0) throw wrong('no keys')
  return list.map((key: unknown) => {
    if (typeof key !== 'object' || key === null || Array.isArray(key))
      throw wrong('a key that is not a JSON Web Key')
    return { kty: 'RSA', ...key } // a JSON Web Key is plain JSON
  })
}

/**
 * Reads the secret for webhook requests.
 *
 * @throws ConfigError for an object of another format.
 */
export function readSecret(secret: WebhookSecret): PushSecret {
  const given = toObject(secret)
  refuseUnknownNames(given, ['keys', 'audience', 'serviceAccount'], 'The secret of google_business')
  const { audience, serviceAccount } = given
  if (typeof audience !== 'string' || audience === '') throw wrong('no audience')
  if (typeof serviceAccount !== 'string' || serviceAccount === '') throw wrong('no serviceAccount')
  return { keys: keysOf(given['keys']), audience, serviceAccount }
}
