import { AuthError, parseJson, Token } from '@social/core/platform'
import * as v from 'valibot'

/** Resources of a Google account from which a person chooses one: channels, locations. */
export interface Choices<Choice> {
  /** Singular name: `channel`. */
  readonly kind: string
  /** Plural name, used as the field of a resume token: `channels`. */
  readonly kinds: string
  /** Schema of a choice in a resume token. */
  readonly schema: v.GenericSchema<unknown, Choice>
  /** Display name of a choice. */
  readonly nameOf: (choice: Choice) => string
}

/** A sign-in that is complete except for the choice of a resource. */
export interface OpenLogin<Choice> {
  readonly token: Token
  readonly scopes: readonly string[]
  /** Choices by their id. */
  readonly choices: ReadonlyMap<string, Choice>
}

/** Maximum number of choices in a message. */
const MAX_LISTED = 20
/** Maximum length of an id in a message, in characters. */
const MAX_ID_LENGTH = 100

const text = v.pipe(v.string(), v.nonEmpty())
const moment = v.fallback(v.nullable(text), null)

const packedToken = v.object({
  accessToken: text,
  refreshToken: text,
  expiresAt: moment,
  refreshTokenExpiresAt: moment,
})
const packedScopes = v.object({ scopes: v.array(v.string()) })

/**
 * Packs everything that the last step of the sign-in needs into one opaque text. The text contains the tokens, so it
 * is a secret.
 */
export function packLogin<Choice>(
  { token, scopes, choices }: OpenLogin<Choice>,
  { kinds }: Choices<Choice>,
): string {
  const packed = {
    accessToken: token.accessToken,
    refreshToken: token.refreshToken,
    expiresAt: token.expiresAt?.toISOString(),
    refreshTokenExpiresAt: token.refreshTokenExpiresAt?.toISOString(),
    scopes,
    [kinds]: Object.fromEntries(choices),
  }
  return Buffer.from(JSON.stringify(packed)).toString('base64url')
}

function unpackLogin<Choice>(
  resumeToken: string,
  { kinds, schema }: Choices<Choice>,
  platform: string,
): OpenLogin<Choice> {
  try {
    const packed = parseJson(Buffer.from(resumeToken, 'base64url').toString())
    const listed = v.parse(v.object({ [kinds]: v.record(text, schema) }), packed)[kinds] ?? {}
    return {
      token: new Token(v.parse(packedToken, packed)),
      scopes: v.parse(packedScopes, packed).scopes,
      choices: new Map(Object.entries(listed)),
    }
  } catch {
    // The error has no cause, because the unreadable content may contain tokens.
    throw new AuthError('The resume token cannot be read. Start the sign-in again.', { platform })
  }
}

/**
 * The sign-in of a resume token, with the selected choice. No request.
 *
 * @throws AuthError for an invalid resume token, and for a choice that was not offered.
 */
export function pickChoice<Choice>(
  { resumeToken, accountId }: { readonly resumeToken: string; readonly accountId: string },
  choices: Choices<Choice>,
  platform: string,
): OpenLogin<Choice> & { readonly choice: Choice } {
  const login = unpackLogin(resumeToken, choices, platform)
  const choice = login.choices.get(accountId)
  if (choice !== undefined) return { ...login, choice }
  const offered = [...login.choices].map(([id, one]) => `${id} (${choices.nameOf(one)})`)
  throw new AuthError(
    `The ${choices.kind} ${JSON.stringify(accountId.slice(0, MAX_ID_LENGTH))} was not offered. Choose one of: ${offered.slice(0, MAX_LISTED).join(', ')}.`,
    { platform },
  )
}
