import {
  ConfigError,
  type JsonObject,
  parseJson,
  type RawData,
  refuseUnknownNames,
  type WebhookSecret,
} from '@social/core/platform'

/** What webhook requests are verified with, kept fresh by the application: `googleKeys()` does it. */
export interface PushSecret {
  /** Google's public keys, as JSON Web Keys. */
  readonly keys: readonly JsonObject[]
  /** Audience of the push subscription; its address unless another was set. */
  readonly audience: string
  /** E-mail address of the service account that the subscription signs with. */
  readonly serviceAccount: string
}

function wrong(what: string): ConfigError {
  return new ConfigError(
    `The secret of google_business has ${what}. It is { keys: [public keys], audience, serviceAccount }; googleKeys({ audience, serviceAccount }) of @social/google-business keeps it fresh.`,
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
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as RawData // an object; properties are read by name only
  } catch {
    // Told below, without the text: it is called a secret.
  }
  throw wrong('text that is no JSON object')
}

function isSet(keys: unknown): keys is { readonly keys: unknown } {
  return typeof keys === 'object' && keys !== null && !Array.isArray(keys) && 'keys' in keys
}

function keysOf(keys: unknown): readonly JsonObject[] {
  // The whole answer of Google may be passed on as it is.
  const list: unknown = isSet(keys) ? keys.keys : keys
  if (!Array.isArray(list) || list.length === 0) throw wrong('no keys')
  return list.map((key: unknown) => {
    if (typeof key !== 'object' || key === null || Array.isArray(key))
      throw wrong('a key that is no JSON Web Key')
    return { kty: 'RSA', ...key } // a JSON Web Key is plain JSON
  })
}

/** @throws ConfigError for a mapping of another shape. */
export function readSecret(secret: WebhookSecret): PushSecret {
  const given = toObject(secret)
  refuseUnknownNames(given, ['keys', 'audience', 'serviceAccount'], 'The secret of google_business')
  const { audience, serviceAccount } = given
  if (typeof audience !== 'string' || audience === '') throw wrong('no audience')
  if (typeof serviceAccount !== 'string' || serviceAccount === '') throw wrong('no serviceAccount')
  return { keys: keysOf(given['keys']), audience, serviceAccount }
}
