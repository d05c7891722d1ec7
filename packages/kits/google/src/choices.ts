import { AuthError, parseJson, Token } from '@social/core/platform'
import * as v from 'valibot'

/** What one Google account leads to, and a person picks one of: channels, locations. */
export interface Choices<Choice> {
  /** What one is called: `channel`. */
  readonly kind: string
  /** What several are called; a resume token lists them under it: `channels`. */
  readonly kinds: string
  /** Reads a choice out of a resume token. */
  readonly schema: v.GenericSchema<unknown, Choice>
  /** The name that a person picks it by. */
  readonly nameOf: (choice: Choice) => string
}

/** A sign-in that only waits for the choice. */
export interface OpenLogin<Choice> {
  readonly token: Token
  readonly scopes: readonly string[]
  /** By the id that is picked. */
  readonly choices: ReadonlyMap<string, Choice>
}

/** Choices that a message lists at most. */
const MAX_LISTED = 20
/** Characters of an id in a message at most. */
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

/** Everything that finishing needs, as one opaque text. A secret: it holds the tokens. */
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
    // Without a cause: what could not be read may hold tokens.
    throw new AuthError('The resume token cannot be read. Start the sign-in again.', { platform })
  }
}

/**
 * The sign-in behind a resume token, with the choice that was picked. No request.
 *
 * @throws AuthError for a resume token that was not made here, and for a choice that was not offered.
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
    `The ${choices.kind} ${JSON.stringify(accountId.slice(0, MAX_ID_LENGTH))} was not offered. Pick one of: ${offered.slice(0, MAX_LISTED).join(', ')}.`,
    { platform },
  )
}
